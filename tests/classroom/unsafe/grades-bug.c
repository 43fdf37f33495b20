// expect: unsafe
#include <assert.h>

int nondet_int(void);

int main(void) {
  int n = 0, passed = 0, failed = 0;
  while (nondet_int()) {
    int points = nondet_int();
    n++;
    if (points < 0 || points > 100)
      continue;
    if (points >= 50)
      passed++;
    else
      failed++;
  }
  assert(passed + failed == n);
}
