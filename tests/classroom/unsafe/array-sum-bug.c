// expect: unsafe
#include <assert.h>

int main(void) {
  int a[4] = {3, 1, 4, 1};
  int s = 0;
  for (int i = 1; i < 4; i++)
    s += a[i];
  assert(s == 9);
}
