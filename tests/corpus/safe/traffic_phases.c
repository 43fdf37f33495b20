// expect: safe
// An enumeration; the constants after a given value count on from there.
enum phase { RED, GREEN = 5, YELLOW };

int main(void) {
    enum phase now = RED;
    int changes = 0;
    for (;;) {
        if (!nondet()) break;
        if (now == RED) now = GREEN;
        else if (now == GREEN) now = YELLOW;
        else now = RED;
        changes++;
    }
    assert(now == 0 || now == 5 || now == 6);
    assert(changes >= 0);
}
