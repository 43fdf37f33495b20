// expect: safe
// An array as a parameter: its elements are variables, and each index is that of an element.
#include <assert.h>
int sum(int a[], int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
int main(void) {
    int a[3] = { 1, 2, 3 };
    assert(sum(a, sizeof(a) / sizeof(a[0])) == 6);
    return 0;
}
