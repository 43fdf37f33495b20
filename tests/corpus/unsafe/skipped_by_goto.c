// expect: unsafe (2 iterations)
// The `goto` skips the step, and the loop turns once too often.
int main(void) {
    int i = 0, turns = 0;
again:
    turns++;
    if (turns == 1) goto skip;
    i++;
skip:
    if (i < 1) goto again;
    assert(turns == 1);
    return 0;
}
