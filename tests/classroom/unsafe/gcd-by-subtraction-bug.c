// expect: unsafe
#include <assert.h>

int nondet_int(void);

int main(void) {
  int a = nondet_int(), b = nondet_int();
  if (a < 0 || b <= 0 || a > 1000 || b > 1000)
    return 0;
  while (a > b) {
    a = a - b;
  }
  assert(a > 0);
}
