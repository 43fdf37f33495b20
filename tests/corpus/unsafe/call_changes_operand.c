// expect: unsafe (0 iterations)
// The call changes the variable that stands before it; operands are evaluated from left to right.
int x = 1;

int bump(void) { x += 10; return x; }

int main(void) {
    int sum = x + bump();
    assert(sum == 22);
    return 0;
}
