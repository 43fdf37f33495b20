// expect: safe
#include <assert.h>

int main(void) {
  int x = 1, i = 0;
  while (i < 10) {
    x = 2 * x;
    i++;
  }
  assert(x == 1024);
}
