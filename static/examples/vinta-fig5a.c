// expect: safe
// An even number goes down for ever and never hits an odd one.
#include <assert.h>
extern int nondet(void);

int main(void) {
  int x = 10;
  while (nondet())
    x -= 2;
  if (x == 9) {
ERROR:
    return 1;
  }
  return 0;
}
