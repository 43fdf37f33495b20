// expect: safe
#include <assert.h>
int nondet_int(void);
int main(void) {
  int a = nondet_int(), b = nondet_int();
  if (a <= 0 || b < 0) return 0;
  while (b != 0) {
    int t = a % b;
    a = b;
    b = t;
  }
  assert(a > 0);
}
