// expect: safe
// Structures as variables, arguments and results, and a pointer to one.
#include <assert.h>
struct point { int x, y; };
struct point add(struct point a, struct point b) {
    struct point r = { a.x + b.x, a.y + b.y };
    return r;
}
void turn(struct point *p) {
    int x = p->x;
    p->x = -p->y;
    (*p).y = x;
}
int main(void) {
    struct point p = { 1, 2 }, q = { .y = 4, .x = 3 };
    turn(&p);
    turn(&p);
    p = add(p, q);
    assert(p.x == 2 && p.y == 2);
    return 0;
}
