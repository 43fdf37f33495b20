// expect: safe
// All compound assignments that are linear.
int main(void) {
    int a = 1, b = 64, c = 7, d;
    while (nondet()) {
        a += 3;
        a -= 1;
        b *= 2;
        b /= 2;
        c %= 4;
        d = c;
        d <<= 2;
        d >>= 1;
        assert(d == 2 * c);
    }
    assert(a % 2 == 1 && b == 64);
    return 0;
}
