// expect: safe
// Truth values collected by the assignments with `&`, `|` and `^`.
#include <stdbool.h>
extern bool unknown_bool(void);

int main(void) {
    bool all = true, any = false, odd = false;
    int round = 0;
    while (round < 5) {
        bool next = unknown_bool();
        all &= next;
        any |= next;
        odd ^= true;
        ++round;
        assert(any || !all);
    }
    assert(odd);
    return 0;
}
