// expect: safe
// x stays even, because i never gets as far as 3.
#include <assert.h>
extern int nondet(void);

int main(void) {
  unsigned x = 0, i = 0;
  while (nondet()) {
    x += 2;
    if (i == 3) x++;
    i++;
    if (i == 2) i = 0;
  }
  assert(x % 2 == 0);
  return 0;
}
