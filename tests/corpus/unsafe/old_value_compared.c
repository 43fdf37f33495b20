// expect: unsafe (3 iterations)
// `i++` compares the old value, so the loop turns once more.
int main(void) {
    int i = 0, turns = 0;
    while (i++ < 3) turns++;
    assert(i == 3);
    return 0;
}
