// expect: safe
// A cast to a narrower type keeps the low digits.
#include <assert.h>
#include <stdint.h>
int main(void) { uint64_t x = 0x200000001; uint32_t y = (uint32_t)x; assert(y == 1); }
