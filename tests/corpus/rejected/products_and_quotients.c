// Products of two variables, and divisors that are not constant.
int main(void) {
    int x = nondet(), y = nondet();
    int area = x * y;
    area *= x;
    int square = (x + 1) * (x + 1);
    int ratio = x / y, rest = x % (y + 1);
    rest = x / 0;
    rest %= 3 - 3;
    area = 2 * x * 3;
    assert(area - 6 * x == 0);
    return 0;
}
