// expect: safe
// Two places that lead to each other, and either may be the first: a loop without a head of its own.
int main(void) {
    int ping = 0, pong = 0;
    if (nondet()) goto second;
first:
    ping++;
    if (ping > 6) goto done;
second:
    pong++;
    if (nondet()) goto first;
done:
    assert(ping <= 7);
    return 0;
}
