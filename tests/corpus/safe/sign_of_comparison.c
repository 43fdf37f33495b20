// expect: safe
// -1 compared with an unsigned number is huge.
#include <assert.h>
int main(void){ int a=-1; unsigned b=1; assert(a>b); }
