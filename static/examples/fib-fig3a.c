// expect: safe
// Two counters in lockstep, up to a constant.
#include <assert.h>

int main(void) {
  int x = 0, y = 0;
  while (x != 100) {
    x++;
    y++;
  }
  assert(y == 100);
  return 0;
}
