// expect: safe
// The body of a `do` loop runs at least once.
int main(void) {
    int n = nondet();
    int rounds = 0;
    do {
        rounds++;
        n--;
    } while (n > 0);
    assert(rounds >= 1);
    assert(n <= 0);
    return 0;
}
