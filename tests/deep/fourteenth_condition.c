// The step is wrong from the thirteenth round on.
// expect: unsafe
#include <assert.h>
int nondet(void);
int main(void) {
  int n = nondet(), i = 0, sum = 0, twice = 0, step = 1;
  while (i < n) {
    sum = sum + 2 * i + 1;
    twice = twice + step;
    assert(sum == twice);
    step = step + 2;
    if (i == 11) step = 9;
    i++;
  }
  return 0;
}
