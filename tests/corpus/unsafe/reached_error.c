// expect: unsafe (3 iterations)
// The place named ERROR is reached in the third round.
extern int nondet();

int main(void) {
    unsigned int level = 0;
    while (nondet()) {
        level += 3;
        if (level > 8) goto ERROR;
    }
    return 0;
ERROR:
    return 1;
}
