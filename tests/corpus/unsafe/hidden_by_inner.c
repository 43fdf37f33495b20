// expect: unsafe (2 iterations)
// The inner variable is counted, the outer one stays as it was.
int main(void) {
    int count = 0;
    for (int i = 0; i < 2; i++) {
        int count = 0;
        count++;
    }
    assert(count == 2);
    return 0;
}
