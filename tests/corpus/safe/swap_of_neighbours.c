// expect: safe
// Addresses of elements as arguments: pointers that begin at an element which an index chooses.
#include <assert.h>
void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}
int main(void) {
    int a[3] = { 1, 2, 3 };
    for (int i = 0; i < 2; i++) swap(&a[i], a + i + 1);
    assert(a[0] == 2 && a[1] == 3 && a[2] == 1);
    return 0;
}
