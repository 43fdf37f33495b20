// expect: safe
// What stands behind `&&` and `||` is evaluated only if need be.
int main(void) {
    int tokens = 5, tries = 0, free_rides = 0;
    while (tries < 20) {
        tries++;
        if (tokens > 0 && tokens-- > 0) continue;
        if (tries > 100 || ++free_rides > 0) { }
    }
    assert(tokens >= 0);
    assert(free_rides <= tries);
    return 0;
}
