// expect: safe
// First up, then down again: the second loop needs what the first one has kept.
#include <assert.h>
extern int nondet(void);

int main(void) {
  int up = 0, down = 0;
  while (nondet()) {
    up++;
  }
  while (down < up) {
    down++;
  }
  assert(down == up);
  return 0;
}
