// expect: safe
// Shifts by constants, masks of last digits, and the complement: exact for integers of any size.
int main(void) {
    int x = nondet();
    assert((x & 1) == 0 || (x & 1) == 1);
    assert(((x << 3) & 7) == 0);
    assert((x >> 1) * 2 + (x & 1) == x);
    assert(~x + 1 == -x);
    assert((0x0f & 25) == 9 && (5 | 2) == 7 && (6 ^ 3) == 5);
    unsigned ring = 0;
    while (nondet()) ring = (ring + 1) & 7;
    assert(ring < 8);
    return 0;
}
