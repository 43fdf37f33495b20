// Labels and cases in wrong places, twice, or not at all.
int main(void) {
    int x = nondet();
    goto nowhere;
again:
    x--;
again:
    if (x > 0) goto again;
    break;
    case 3: x = 1;
    while (x > 0) { x--; default: ; }
    switch (x) {
    case 1: continue;
    case 2: case 1: x = 0;
    case x: x = 2;
    default: x = 3;
    default: x = 4;
    case 0 ... 5: break;
    case 10 ... 1000: break;
    case 9 ... x: break;
    case 9 ... 7: break;
    }
    goto 7;
    return 0;
}
