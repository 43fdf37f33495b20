"""Judges Horn clauses with Z3's Spacer, line by line of standard input.

`clauses SCRIPT` is answered by `sat`, `unsat` or `unknown`; `model SCRIPT`, where the predicates are defined, by `accepted`
when each assertion is valid.
"""

import sys

try:
    import z3
except ImportError:
    print("error: this Python has no z3 (package z3-solver)", flush=True)
    sys.exit(1)


def clauses(script):
    solver = z3.SolverFor("HORN")
    solver.set("timeout", 3000)
    solver.from_string(script.replace("(check-sat)", ""))
    return str(solver.check())


def model(script):
    for number, assertion in enumerate(z3.parse_smt2_string(script)):
        solver = z3.Solver()
        solver.set("timeout", 20000)
        solver.add(z3.Not(assertion))
        answer = solver.check()
        if answer != z3.unsat:
            return f"clause {number} under the model: {answer}"
    return "accepted"


print("ready", flush=True)
for line in sys.stdin:
    word, _, script = line.partition(" ")
    try:
        answer = clauses(script) if word == "clauses" else model(script)
    except z3.Z3Exception as error:
        answer = "error: " + str(error).replace("\n", " ")
    print(answer, flush=True)
