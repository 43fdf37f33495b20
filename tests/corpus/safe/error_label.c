// expect: safe
// A place named ERROR that must not be reached.
extern int nondet();

int main(void) {
    int locked = 0;
    while (nondet()) {
        if (locked) locked = 0;
        else locked = 1;
        if (locked != 0 && locked != 1) goto ERROR;
    }
    return 0;
ERROR:
    return 1;
}
