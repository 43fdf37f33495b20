// expect: safe
// Parameters of `main`: the number is any, the strings may be there as long as nobody looks at them.
#include <assert.h>

int main(int argc, char **argv) {
    int left = argc;
    int used = 0;
    while (left > 0) {
        left--;
        used++;
    }
    assert(left + used == argc);
    return 0;
}
