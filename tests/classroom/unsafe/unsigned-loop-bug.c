// expect: unsafe
#include <assert.h>

int main(void) {
  unsigned n = 5, rounds = 0;
  while (n-- > 0)
    rounds++;
  assert(n == 0);
}
