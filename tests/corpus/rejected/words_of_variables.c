// Bit operations and shifts of two variables, where something depends on them; what one factor defines is followed.
int main(void) {
    int x = nondet(), y = nondet();
    int both = x & y;
    both |= x;
    int square = (x + 1) * (x + 1);
    int ratio = x / y, shifted = x << (y + 1);
    int unused = x * x;
    int rest = x / 0;
    rest %= 3 - 3;
    while (square > ratio) square--;
    assert(both - 6 * x == rest + shifted);
    return 0;
}
