// Names that mean nothing, each reported once, with the name that is probably meant.
int counter = 0;
int increase(int by) { counter += by; return counter; }
int main(void) {
    int total = 0;
    countr = countr + 1;
    totl = increse(2);
    total = missing;
    missing = total + missing;
    draw(total, counter);
    draw(1, 2);
    total(3);
    total = increase;
    string label = 4;
    boolean done = 0;
    total = nondet + abs;
    return 0;
}
