// expect: safe
// A static local keeps its value from call to call, and all calls share it.
int ticket(void) {
    static int next = 10;
    next += 2;
    return next;
}

int main(void) {
    int last = 10;
    while (nondet()) {
        int now = ticket();
        assert(now == last + 2);
        last = ticket();
    }
    assert(last % 2 == 0);
    return 0;
}
