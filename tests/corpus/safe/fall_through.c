// expect: safe
// Cases that fall through to the next one, and a default in the middle.
int main(void) {
    int k = nondet();
    int weight = 0;
    switch (k) {
    case 3: weight += 1;
    case 2: weight += 1;
    case 1: weight += 1; break;
    default: weight = 9; break;
    case 0: ;
    }
    if (k >= 0 && k <= 3) assert(weight == k);
    else assert(weight == 9);
    return 0;
}
