// Outside of functions, initial values are constants.
int from_call = nondet();
int first = 3;
int from_variable = first + 1;
int fine = 2 * 3 + (1 << 4);
static int listed = { 4 };
int several = { 4, 5 };
int array[2] = { 1, first };
int main(void) { return fine; }
