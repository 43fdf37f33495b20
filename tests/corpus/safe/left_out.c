// expect: safe
// Parts that the preprocessor leaves out need not be C.
#ifndef SIZE
#define SIZE 4
#endif
#if 0
this is not a program { ( [
#elif defined(SIZE) 
int limit = SIZE;
#else
int limit = "no";
#endif
#ifdef DEBUG
#error not for use
#endif
#undef SIZE
#pragma once

int main(void) {
    int SIZE = 0;
    while (SIZE < limit) SIZE++;
    assert(SIZE == 4);
}
