// expect: unsafe (0 iterations)
// A character from outside may be negative.
int main(void) {
    char c = __VERIFIER_nondet_char();
    int index = c - 'a';
    if (c <= 'z') assert(index >= -97);
    return 0;
}
