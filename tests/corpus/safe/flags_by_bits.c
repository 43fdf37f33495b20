// expect: safe
// Flags that are set, tested, toggled and cleared by constants.
#include <assert.h>
#define READY 1
#define BUSY 2
#define FAILED 8

int main(void) {
    int flags = 0, rounds = 0;
    flags |= READY;
    flags |= FAILED;
    assert(flags == (READY | FAILED));
    while (rounds < 3 && (flags & READY)) {
        flags ^= BUSY;
        rounds++;
        if ((flags & (BUSY | FAILED)) == FAILED) flags &= ~FAILED;
    }
    assert(rounds == 3);
    assert(flags == (READY | BUSY));
    int x = nondet();
    assert((x & 6) <= 6 && (x | 5) % 2 != 0 && (x ^ 1) != x);
    assert((x & -4) <= x && ((x & 1) & (x > 3)) <= 1);
    return 0;
}
