// expect: unsafe (1 iteration)
// A fragment with two loops; the second stops one early.
int left, right = 0;
assume(left >= 0 && left <= 3);
int all = left;
while (left > 0) {
    left--;
    right++;
}
while (right > 1) right--;
assert(right == 0 || all == 0);
