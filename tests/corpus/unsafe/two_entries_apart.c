// expect: unsafe (0 iterations)
// Both places come in turn, but the second may be the first: then it is one ahead.
int main(void) {
    int ping = 0, pong = 0;
    if (nondet()) goto second;
first:
    ping++;
    if (ping > 3) goto done;
second:
    pong++;
    if (nondet()) goto first;
done:
    assert(pong <= ping);
    return 0;
}
