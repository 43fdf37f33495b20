// expect: unsafe
// Lockstep again, but one counter stumbles on its third round.
#include <assert.h>
extern int nondet(void);

int main(void) {
  int n = nondet();
  int x = 0, y = 0;
  if (n < 0) return 0;
  while (x != n) {
    x++;
    if (x != 3) y++;
  }
  assert(y == n);
  return 0;
}
