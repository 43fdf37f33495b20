// Several functions, and none says that it is the first.
int left(int x) { return x + 1; }
int right(int x) { return x - 1; }
