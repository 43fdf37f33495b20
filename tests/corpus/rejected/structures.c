// Structures and unions.
struct point { int x; int y; };
typedef struct { int low, high; } range;
union both { int a; char b; } either;
int main(void) {
    struct point p;
    range r;
    p.x = 3;
    r.low = p.y;
    either.a = 2;
    unknown_thing->next = 4;
    return p.x;
}
