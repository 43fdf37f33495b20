"""Answers satisfiability questions with Z3, as an oracle for tests.

Each line of standard input is an SMT-LIB 2 script without `check-sat`; each line of standard output is
`sat`, `unsat` or `unknown`. A line that cannot be read is answered by `error:` and the reason.
"""

import sys

try:
    import z3
except ImportError:
    print("error: this Python has no z3 (package z3-solver)", flush=True)
    sys.exit(1)

print("ready", flush=True)
for line in sys.stdin:
    solver = z3.Solver()
    solver.set("timeout", 3000)
    try:
        solver.from_string(line)
        print(solver.check(), flush=True)
    except z3.Z3Exception as e:
        print("error: " + str(e).replace("\n", " "), flush=True)
