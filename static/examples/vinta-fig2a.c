// expect: safe
// The program of Gulavani et al. in Fig. 2. The paper finds x >= 4 => y > 100; less is asserted.
#include <assert.h>
extern int nondet(void);

int main(void) {
  int x = 0, y = 0;
  while (nondet()) {
    if (nondet()) {
      x++;
      y += 100;
    } else if (x >= 4) {
      x++;
      y++;
    }
  }
  assert(x < 4 || y > 2);
  return 0;
}
