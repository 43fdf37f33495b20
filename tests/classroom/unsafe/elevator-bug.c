// expect: unsafe
#include <assert.h>

int nondet_int(void);

int main(void) {
  int floor = 0;
  while (1) {
    int up = nondet_int();
    if (up && floor <= 7)
      floor++;
    else if (!up && floor > 0)
      floor--;
    assert(floor >= 0 && floor <= 7);
  }
}
