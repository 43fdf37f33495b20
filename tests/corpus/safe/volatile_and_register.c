// expect: safe
// Words that change nothing here: volatile, register, auto, inline, signed, long long.
static inline long long int triple(register long long v) { return 3 * v; }

int main(void) {
    volatile signed int ticks = 0;
    auto int seen = 0;
    while (ticks < 6) {
        ticks += 1;
        seen = triple(ticks);
    }
    assert(seen == 18);
    return 0;
}
