// expect: unsafe
#include <assert.h>

int nondet_int(void);

int main(void) {
  int w = nondet_int(), h = nondet_int();
  if (w < 1 || h < 1 || w > 100 || h > 100)
    return 0;
  int cells = 0;
  for (int row = 1; row < h; row++)
    cells += w;
  assert(cells == w * h);
}
