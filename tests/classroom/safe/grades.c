// expect: safe
#include <assert.h>

int nondet_int(void);

int main(void) {
  int n = 0, passed = 0, failed = 0;
  while (nondet_int()) {
    int points = nondet_int();
    if (points < 0 || points > 100)
      continue;
    if (points >= 50)
      passed++;
    else
      failed++;
    n++;
  }
  assert(passed + failed == n);
}
