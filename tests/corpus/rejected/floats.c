// Floating-point types and numbers, where something depends on them.
double half(double x) { return x / 2.0; }
int main(void) {
    float speed = 1.5f;
    int steps = 3e2;
    long double wide;
    int whole = (int) 2.75 + steps;
    speed = speed * 2;
    while (steps > 0.5) steps--;
    assert(whole > speed && half(1) < wide);
    return 0;
}
