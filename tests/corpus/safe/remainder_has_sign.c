// expect: safe
// A remainder has the sign of the dividend, whatever the sign of the divisor.
int main(void) {
    int x = nondet();
    int r = x % 5, s = x % -5;
    assert(-7 % 3 == -1 && 7 % -3 == 1);
    assert(r == s);
    assert(r > -5 && r < 5);
    if (x >= 0) assert(r >= 0);
    else assert(r <= 0);
    assert(5 * (x / 5) + r == x);
    return 0;
}
