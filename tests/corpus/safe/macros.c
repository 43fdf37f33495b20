// expect: safe
// Macros for constants and for expressions, one using the other, over a continued line.
#define LIMIT 20
#define STEP (LIMIT / 5)
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define ADVANCE(v) \
    do { v = MIN(v + STEP, LIMIT); } while (0)

int main(void) {
    int at = 0;
    while (at != LIMIT) {
        ADVANCE(at);
        assert(at % STEP == 0);
    }
    return 0;
}
