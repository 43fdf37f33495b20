//! A large program for measuring: a controller with many states, in one loop.

use std::fmt::Write;

/// How the controller tells its states apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// A chain of `else if`.
    Chain,
    /// A `switch`.
    Switch,
}

/// A controller in C with so many states: about thirteen lines for each, with nested ifs. In each state it reads an
/// input, counts, and goes on to one of four other states.
pub fn controller(states: usize, style: Style) -> String {
    let mut out = String::from(
        "// expect: safe\n\
         // A controller: each round reads an input and goes to another state.\n\
         extern int nondet();\n\
         int main(void) {\n    int state = 0;\n    int ticks = 0;\n    int errors = 0;\n    int level = 0;\n    int last = 0;\n    while (1) {\n        int input = nondet();\n",
    );
    if style == Style::Switch {
        out.push_str("        switch (state) {\n");
    }
    for state in 0..states {
        let next = |by: usize| (state * 7 + by) % states;
        let _ = match style {
            Style::Chain => {
                let word = if state == 0 { "        if" } else { " else if" };
                writeln!(out, "{word} (state == {state}) {{")
            }
            Style::Switch => writeln!(out, "        case {state}: {{"),
        };
        let _ = writeln!(
            out,
            "            if (input > {limit}) {{\n                level += {up};\n                if (level > {high}) {{\n                    level = {high};\n                    errors = errors + 1;\n                    state = {a};\n                }} else {{\n                    state = {b};\n                }}\n            }} else {{\n                last = input;\n                state = input == {mark} ? {c} : {d};\n            }}\n            ticks++;",
            limit = state % 9,
            up = 1 + state % 3,
            high = 100 + state,
            mark = state % 5,
            a = next(1),
            b = next(3),
            c = next(4),
            d = next(11),
        );
        out.push_str(match style {
            Style::Chain => "        }",
            Style::Switch => "            break;\n        }\n",
        });
    }
    out.push_str(match style {
        Style::Chain => "\n",
        Style::Switch => "        }\n",
    });
    let _ = writeln!(out, "        assert(state >= 0 && state < {states});\n    }}\n}}");
    out
}
