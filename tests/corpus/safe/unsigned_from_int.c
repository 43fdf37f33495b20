// expect: safe
// A negative number converted to unsigned wraps; the loop counts up to whatever comes of it.
#include <assert.h>
int nondet_int(void);
int main(void) {
  unsigned n = nondet_int();
  unsigned i = 0;
  while (i < n) i++;
  assert(i == n);
  return 0;
}
