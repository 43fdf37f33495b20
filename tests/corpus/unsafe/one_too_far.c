// expect: unsafe (5 iterations)
// The last index is one too far: it fails an assertion of its own.
int main(void) {
    int a[4];
    for (int i = 0; i <= 4; i++) a[i] = i;
    return 0;
}
