// expect: safe
// Functions without a body return any value of their type; those without a value do nothing.
extern int read_sensor(int channel);
extern _Bool is_ready(void);
void log_value(int value);

int main(void) {
    int best = 0;
    while (is_ready()) {
        int value = read_sensor(3);
        log_value(value);
        if (value > best) best = value;
    }
    assert(best >= 0);
    return 0;
}
