// expect: safe
// Two dimensions, arrays in structures in arrays, truth values, strings as initial values, static arrays, copies.
#include <assert.h>
#include <stdbool.h>
typedef struct { int key; char word[3]; } entry;
int matrix[2][2] = { { 1, 2 }, { 3 } };
int next(void) {
    static int turns[2] = { 5, 6 };
    static int at = 1;
    at = 1 - at;
    return turns[at];
}
int main(void) {
    entry entries[2] = { { 1, "ab" }, { .key = 0 } }, *last = &entries[1];
    bool found[2] = { false };
    int at = 0;
    entries[at] = entries[entries[at].key];
    last->word[1] = 'c';
    found[entries[at].key]++;
    matrix[at++][1] += 7;
    int first = next(), second;
    second = next();
    assert(entries[0].key == 0 && entries[0].word[0] == 0 && entries[1].word[1] == 'c');
    assert(found[0] && !found[1] && at == 1);
    assert(matrix[0][1] == 9 && matrix[1][1] == 0 && first + 1 == second);
    return 0;
}
