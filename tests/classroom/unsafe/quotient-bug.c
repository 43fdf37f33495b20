// expect: unsafe
#include <assert.h>

int nondet_int(void);

int main(void) {
  int a = nondet_int(), b = nondet_int();
  if (a < 0 || b <= 0)
    return 0;
  int q = 1, r = a;
  while (r >= b) {
    r -= b;
    q++;
  }
  assert(a == q * b + r);
  assert(r >= 0 && r < b);
}
