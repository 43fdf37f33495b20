// expect: unsafe
#include <assert.h>

int nondet_int(void);

int main(void) {
  int p = 1;
  for (int i = 0; i < 6; i++) {
    if (nondet_int())
      p = -p;
  }
  assert(p == 1);
}
