"""Interpolates with Z3's Spacer, used as an oracle: asked whether B can be reached from A through a relation over the
shared symbols; the relation it finds is an interpolant.

Three lines of standard input are a question: declarations, the formula A, the formula B, in SMT-LIB 2. One line of standard
output answers: `unsat`, `sat` or `unknown`, the milliseconds of processor time that the query took (setting up and parsing not
counted), and for `unsat` whether the interpolant has been verified.
"""

import sys
import time

try:
    import z3
except ImportError:
    print("error: this Python has no z3 (package z3-solver)", flush=True)
    sys.exit(1)


def symbols(formula):
    """The uninterpreted constants of a formula, by name."""
    found, seen, waiting = {}, set(), [formula]
    while waiting:
        e = waiting.pop()
        if e.get_id() in seen:
            continue
        seen.add(e.get_id())
        if z3.is_const(e) and e.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found[e.decl().name()] = e
        waiting.extend(e.children())
    return found


def refuted(*formulas):
    solver = z3.Solver()
    solver.set("timeout", 20000)
    solver.add(*formulas)
    return solver.check() == z3.unsat


def answer(declarations, a, b, timeout):
    parse = lambda f: z3.And(*z3.parse_smt2_string(declarations + "(assert " + f + ")"), True)
    a, b = parse(a), parse(b)
    of_a, of_b = symbols(a), symbols(b)
    shared = [of_a[name] for name in sorted(of_a) if name in of_b]
    fp = z3.Fixedpoint()
    # Without inlining; otherwise the answer is just "exists locals. A".
    fp.set("engine", "spacer")
    fp.set("timeout", timeout)
    for option in ("xform.inline_linear", "xform.inline_eager", "xform.slice"):
        fp.set(option, False)
    relation = z3.Function("I", *[x.sort() for x in shared], z3.BoolSort())
    fp.register_relation(relation)
    for x in {**of_a, **of_b}.values():
        fp.declare_var(x)
    fp.rule(relation(*shared), a)
    query = z3.And(relation(*shared), b)
    start = time.process_time()
    try:
        result = fp.query(query)
    except z3.Z3Exception:
        result = z3.unknown
    took = (time.process_time() - start) * 1000
    if result != z3.unsat:
        return f"{result} {took:.4f}"
    cover = fp.get_cover_delta(-1, relation)
    interpolant = z3.substitute_vars(cover, *shared)
    right = refuted(a, z3.Not(interpolant)) and refuted(interpolant, b)
    return f"unsat {took:.4f} {'verified' if right else 'wrong'}"


def main():
    timeout = int(sys.argv[1])
    print("ready", flush=True)
    lines = iter(sys.stdin)
    for declarations in lines:
        a, b = next(lines), next(lines)
        try:
            print(answer(declarations, a, b, timeout), flush=True)
        except z3.Z3Exception as e:
            print("error: " + str(e).replace("\n", " "), flush=True)


main()
