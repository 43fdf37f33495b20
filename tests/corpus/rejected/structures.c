// Structures that are used as numbers, unions, and members that are not there.
struct point { int x; int y; };
typedef struct { int low, high, low; } range;
union both { int a; char b; } either;
struct point opposite(struct point p) { range r = { 1, 2 }; return r; }
struct list { int head; struct list *tail; };
int main(void) {
    struct point p = { 1, 2, 3 }, q = 5;
    range r;
    struct list all;
    p.z = 3;
    r = p;
    p->x = 3;
    either.a = 2;
    unknown_thing->next = 4;
    if (p == q) p.x = 1;
    opposite(r);
    all.head = all.tail->head;
    assert(p.x + either.a + all.head > 0);
    return p;
}
