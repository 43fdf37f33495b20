"""Has Z3's Spacer answer a file of Horn clauses: `spacer.py FILE SECONDS` prints the answer and the seconds that reading and solving took."""

import sys
import time

try:
    import z3
except ImportError:
    print("error: this Python has no z3 (package z3-solver)")
    sys.exit(1)

begun = time.perf_counter()
solver = z3.SolverFor("HORN")
solver.set("timeout", int(1000 * float(sys.argv[2])))
try:
    solver.from_file(sys.argv[1])
    answer = str(solver.check())
except z3.Z3Exception as error:
    answer = "error: " + str(error).replace("\n", " ")
print(answer, time.perf_counter() - begun)
