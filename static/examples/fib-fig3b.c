// expect: safe
// Two counters in lockstep, up to an unknown n.
#include <assert.h>
extern int nondet(void);

int main(void) {
  int n = nondet();
  int x = 0, y = 0;
  if (n < 0) return 0;
  while (x != n) {
    x++;
    y++;
  }
  assert(y == n);
  return 0;
}
