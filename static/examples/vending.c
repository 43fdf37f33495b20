// expect: safe
// A vending machine: one state per case, one coin or button per round.
#include <assert.h>
enum state { IDLE, PAID, SERVING };
extern int nondet(void);

int main(void) {
  int state = IDLE, coins = 0, drinks = 0, open = 0;
  while (nondet()) {
    switch (state) {
    case IDLE:
      coins++;
      open++;
      state = PAID;
      break;
    case PAID:
      state = nondet() ? SERVING : PAID;
      break;
    default:
      drinks++;
      open--;
      state = IDLE;
    }
  }
  if (state == IDLE) assert(open == 0);
  return 0;
}
