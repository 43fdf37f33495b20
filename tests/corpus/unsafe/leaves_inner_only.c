// expect: unsafe (4 iterations)
// `break` leaves the inner loop, not both.
int main(void) {
    int i, hits = 0;
    for (i = 0; i < 2; i++) {
        while (1) {
            hits++;
            break;
        }
        if (i == 0) continue;
        break;
    }
    assert(hits == 1);
    return 0;
}
