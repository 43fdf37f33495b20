// expect: safe
// Global variables begin with zero, or with their value; functions change them.
int opened;
int closed;
static unsigned limit = 3;

void open_one(void) { if (opened - closed < limit) opened++; }
void close_one(void) { if (closed < opened) closed++; }

int main(void) {
    while (nondet()) {
        if (nondet()) open_one();
        else close_one();
        assert(opened - closed >= 0);
    }
    assert(opened - closed <= 3);
    return 0;
}
