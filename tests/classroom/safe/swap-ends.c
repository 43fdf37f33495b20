// expect: safe
#include <assert.h>

int nondet_int(void);

int main(void) {
  int n = nondet_int();
  if (n < 1)
    return 0;
  int low = 0, high = n - 1;
  while (low < high) {
    assert(0 <= low && high < n);
    low++;
    high--;
  }
  assert(low - high <= 1);
}
