// expect: safe
#include <assert.h>

int main(void) {
  int h = 0, m = 0;
  while (1) {
    m++;
    if (m == 60) {
      m = 0;
      h++;
    }
    if (h == 24)
      h = 0;
    assert(h < 24 && m < 60);
  }
}
