// expect: safe
// Division rounds toward zero, so that halving a negative number ends at zero too.
int main(void) {
    int x = nondet();
    assume(-100 <= x && x <= 100);
    assert(-7 / 2 == -3 && 7 / -2 == -3 && -7 / -2 == 3);
    while (x != 0) {
        int half = x / 2;
        assert(x < 0 ? half >= x && half <= 0 : half <= x && half >= 0);
        x = half;
    }
    return 0;
}
