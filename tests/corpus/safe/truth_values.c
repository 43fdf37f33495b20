// expect: safe
// `_Bool` takes 0 or 1 of any number; `bool`, `true` and `false` come from a standard header.
#include <stdbool.h>

int main(void) {
    bool even = true, seen = false;
    _Bool many;
    int n = 0;
    while (nondet()) {
        n++;
        even = !even;
        seen = n;
        many = n > 1;
        assert(many <= seen);
    }
    assert(even == (n % 2 == 0));
    assert(seen == (n != 0));
    return 0;
}
