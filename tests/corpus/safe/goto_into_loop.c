// expect: safe
// A `goto` into the body of a loop: the loop has two entries, neither of which comes before the other.
int main(void) {
    int a = 0;
    int b = 0;
    if (nondet()) goto inside;
    while (a < 8) {
        a = a + 2;
inside:
        b = b + 1;
        assert(2 * b - a >= 0);
    }
    assert(a == 8);
    return 0;
}
