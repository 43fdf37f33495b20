// Products of two variables, and divisors that are not constant, where something depends on them.
int main(void) {
    int x = nondet(), y = nondet();
    int area = x * y;
    area *= x;
    int square = (x + 1) * (x + 1);
    int ratio = x / y, rest = x % (y + 1);
    int unused = x * x;
    rest = x / 0;
    rest %= 3 - 3;
    while (square > ratio) square--;
    assert(area - 6 * x == rest);
    return 0;
}
