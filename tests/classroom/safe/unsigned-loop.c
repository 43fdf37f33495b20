// expect: safe
#include <assert.h>

int main(void) {
  unsigned n = 5, rounds = 0;
  while (n > 0) {
    n--;
    rounds++;
  }
  assert(rounds == 5);
}
