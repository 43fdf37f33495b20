// expect: safe
// Names for integer types, also from standard headers.
#include <stdint.h>
typedef int number;
typedef number distance;
typedef unsigned int counter, *pointer_that_nobody_uses;

int main(void) {
    distance here = 0;
    counter steps = 0;
    int64_t far = 5;
    uint8_t byte = 200;
    while (here < far) {
        here += (distance) 1;
        steps++;
    }
    assert(steps == here && byte == 200);
    return 0;
}
