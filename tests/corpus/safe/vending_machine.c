// expect: safe
// A `switch` in a loop: `break` leaves the `switch`, `continue` goes on with the loop.
enum { IDLE, PAID, SERVED };

int main(void) {
    int state = IDLE, coins = 0, cups = 0;
    while (1) {
        switch (state) {
        case IDLE:
            if (nondet()) continue;
            coins++;
            state = PAID;
            break;
        case PAID:
            cups++;
            state = SERVED;
            break;
        case SERVED:
            state = IDLE;
        }
        assert(coins - cups == (state == PAID));
    }
}
