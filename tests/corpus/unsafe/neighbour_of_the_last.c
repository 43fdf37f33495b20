// expect: unsafe (3 iterations)
// A pointer behind the last element is fine; what it points to is not there.
void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}
int main(void) {
    int a[3] = { 1, 2, 3 };
    for (int i = 0; i < 3; i++) swap(&a[i], &a[i + 1]);
    return 0;
}
