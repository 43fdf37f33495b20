// expect: unsafe (1 iteration)
// Without its `break` the first case falls through to the second.
int main(void) {
    int door = 0, alarm = 0;
    while (nondet()) {
        switch (nondet()) {
        case 1: door = 1;
        case 2: alarm = 1; break;
        }
        assert(!(door && alarm));
    }
    return 0;
}
