// expect: unsafe (0 iterations)
// Compared with an unsigned number -1 is huge: the loop is never entered.
#include <assert.h>
int nondet(void);
int main(void) {
  int x = -1;
  unsigned limit = 10;
  int n = 0;
  while (x < limit) { x++; n++; }
  assert(n == 11);
  return 0;
}
