// expect: safe
#include <assert.h>

int nondet_int(void);

int main(void) {
  int a[5];
  int n = nondet_int();
  if (n < 0 || n > 5)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = i;
  if (n > 2)
    assert(a[2] == 2);
}
