// expect: safe
// `case a ... b:`
#include <assert.h>

int main(void) {
    int small = 0, large = 0, rest = 0;
    while (small + large + rest < 5) {
        int c = nondet();
        switch (c) {
        case 0 ... 3:
            assert(c >= 0 && c <= 3);
            small++;
            break;
        case -2 ... -1: case 10 ... 12:
            assert(c == -1 || c == -2 || (c > 9 && c < 13));
            large++;
            break;
        default:
            assert(c < -2 || c > 12 || (c > 3 && c < 10));
            rest++;
        }
    }
    assert(small + large + rest == 5);
    return 0;
}
