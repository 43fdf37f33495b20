// expect: safe
#include <assert.h>

int nondet_int(void);

int main(void) {
  int a = nondet_int(), b = nondet_int();
  if (a <= 0 || b <= 0 || a > 1000 || b > 1000)
    return 0;
  while (a != b) {
    if (a > b)
      a = a - b;
    else
      b = b - a;
  }
  assert(a > 0 && a == b);
}
