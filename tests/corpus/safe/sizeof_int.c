// expect: safe
// The size of a type is a number.
#include <assert.h>
int main(void){ unsigned x=sizeof(int); assert(x==4); }
