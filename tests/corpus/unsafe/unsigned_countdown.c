// expect: unsafe (7 iterations)
// An unsigned number is never negative: counting down goes on after 0.
#include <assert.h>
int main(void) {
  unsigned i;
  int rounds = 0;
  for (i = 5; i >= 0; i--) {
    rounds++;
    assert(rounds <= 6);
  }
  return 0;
}
