// expect: unsafe (4 iterations)
// A machine that is safe in every state but the last, which it takes four rounds to get to.
enum { OFF, WARMING, ON, OVERHEATED };

int main(void) {
    int state = OFF, heat = 0;
    while (1) {
        switch (state) {
        case OFF: if (nondet()) state = WARMING; break;
        case WARMING: heat += 10; state = ON; break;
        case ON: heat += 50; if (nondet()) { state = OFF; heat = 0; } else state = OVERHEATED; break;
        default: heat++;
        }
        assert(heat <= 60);
    }
}
