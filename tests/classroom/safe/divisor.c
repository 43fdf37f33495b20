// expect: safe
#include <assert.h>
int nondet_int(void);
int main(void) {
  int n = nondet_int();
  if (n < 2) return 0;
  int i = 2;
  while (n % i != 0) i++;
  assert(i <= n);
}
