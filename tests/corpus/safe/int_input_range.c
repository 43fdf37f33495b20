// expect: safe
// An input of type int lies in its range.
#include <assert.h>
#include <limits.h>
int nondet();
int main(void){ int x=nondet(); if(x<INT_MAX) x++; assert(x<=INT_MAX); }
