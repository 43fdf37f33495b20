// expect: unsafe (2 iterations)
// Behind `||` nothing is counted as soon as the first part holds.
int main(void) {
    int calls = 0, rounds = 0;
    while (rounds < 2) {
        if (rounds == 1 || ++calls > 0) rounds++;
    }
    assert(calls == rounds);
    return 0;
}
