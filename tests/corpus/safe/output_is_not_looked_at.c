// expect: safe
// `printf` takes any arguments; only their side effects matter.
#include <stdio.h>

int main(void) {
    int printed = 0;
    for (int i = 0; i < 5; ++i) {
        printf("%d of %d\n", ++printed, 5);
        assert(printed == i + 1);
    }
    puts("done");
    return 0;
}
