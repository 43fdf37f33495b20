// A failure that lies a thousand rounds deep, after a bound that is an input.
// expect: unsafe
#include <assert.h>
int nondet(void);
int main(void) {
  int x = 0, bound = nondet();
  if (bound != 1000) return 0;
  while (x < bound) x++;
  assert(x < bound);
  return 0;
}
