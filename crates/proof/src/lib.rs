//! Vocabulary of evidence, and nothing else: refutation proofs, interpolants with their evidence, invariants,
//! executions' verdicts. The solver writes these, the checker reads them; neither knows the other.

mod arg;
pub use arg::{Arg, ArgEdge, ArgNode, Exploration};

use logic::{Rat, Term};

/// A literal: a Boolean term that is treated as an atom, or its negation.
///
/// Atoms are the Boolean terms themselves (symbols, `Le`, `Eq`, and also compound formulas, which the
/// [`Rule::Definition`] clauses define); `Le` atoms stand for `linear <= 0` over mathematical integers, so the negation
/// of one is `1 - linear <= 0`. By the invariants of `logic::Node`, both polarities of a `Le` are `Le` terms; an atom
/// and its negation must nevertheless always be written over the same atom: the solver picks one of the two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit {
    /// The Boolean term.
    pub atom: Term,
    /// Whether the literal is the term (true) or its negation (false).
    pub positive: bool,
}

impl Lit {
    /// The literal of the other sign.
    pub fn negated(self) -> Lit {
        Lit { positive: !self.positive, ..self }
    }
}

/// A part of the refuted conjunction: a position in the list of asserted formulas.
pub type Part = usize;

/// The position of a step in a proof.
pub type StepId = usize;

/// A refutation: steps that derive clauses, the last one the empty clause.
///
/// Invariant: a step refers only to earlier steps.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// The derivation.
    pub steps: Vec<Step>,
}

/// One derived clause with its reason.
#[derive(Clone, Debug)]
pub struct Step {
    /// The clause: a set of literals, sorted, without repetition.
    pub clause: Vec<Lit>,
    /// Why it holds.
    pub rule: Rule,
}

/// Why a clause holds.
#[derive(Clone, Debug)]
pub enum Rule {
    /// The unit clause of an asserted formula.
    Input(Part),
    /// A clause that is valid by the structure of a compound Boolean term, an integer `ite`, a quotient, a remainder or
    /// an `Eq` atom.
    Definition(Definition),
    /// A clause valid in linear integer arithmetic: the negations of its literals contradict each other.
    Lemma(Arithmetic),
    /// Resolution of earlier clauses, from left to right: each link's clause is resolved with the result so far on
    /// the link's pivot atom.
    Resolution {
        /// The first clause.
        first: StepId,
        /// Pivot atom and the clause resolved on it.
        links: Vec<(Term, StepId)>,
    },
}

/// Which defining clause of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The term whose meaning is stated.
    pub term: Term,
    /// Which of its clauses.
    pub clause: DefinitionClause,
}

/// The defining clauses. `t` is the term, literals are over its subterms; a negated subterm is written as the
/// negative literal of the atom below the negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefinitionClause {
    /// `t = true`: the clause `t`; `t = false`: the clause `not t`.
    Constant,
    /// `t = and(..)`: `not t or child`; `t = or(..)`: `t or not child`; the child's position is given.
    Child(usize),
    /// `t = and(..)`: `t or not child ..`; `t = or(..)`: `not t or child ..`.
    Children,
    /// One of the clauses of `t = (a iff b)`, by the signs of `a` and `b` in it: the clause
    /// `±a or ±b or ±t`, where `t` is positive exactly when both signs are equal (so `not a or not b or t`, `a or b or t`,
    /// `not a or b or not t`, `a or not b or not t`).
    Iff {
        /// Sign of `a` in the clause.
        a: bool,
        /// Sign of `b` in the clause.
        b: bool,
    },
    /// Boolean `t = ite(c, a, b)`: with `branch` the clauses over `c, a, t` (`not c or ..`), otherwise those over `c, b, t`
    /// (`c or ..`); `value` is the sign of `t`: `value = true` gives `.. or not x or t`, false gives `.. or x or not t`.
    IteBool {
        /// Which branch.
        branch: bool,
        /// Sign of `t` in the clause.
        value: bool,
    },
    /// Integer `t = ite(c, a, b)`: `not c or t - a <= 0` and three siblings: with `branch` the then-branch (literal
    /// `not c`), otherwise the else-branch (literal `c`); with `upper` the atom `t - x <= 0`, otherwise `x - t <= 0`.
    IteInt {
        /// Which branch.
        branch: bool,
        /// Which of the two inequalities.
        upper: bool,
    },
    /// `t = div(a, d)` or `t = mod(a, d)`, the equation `a - d * div(a, d) - mod(a, d) = 0`: as `.. <= 0` with `upper`,
    /// otherwise `-(..) <= 0`.
    Division {
        /// Which of the two inequalities.
        upper: bool,
    },
    /// `t = mod(a, d)`: `t - (d - 1) <= 0` with `upper`, otherwise `-t <= 0`.
    Remainder {
        /// Which of the two bounds.
        upper: bool,
    },
    /// `t` the atom `l = 0`: `not t or l <= 0` with `upper`, otherwise `not t or -l <= 0`.
    EqualBound {
        /// Which of the two bounds.
        upper: bool,
    },
    /// `t` the atom `l = 0`: `t or not (l <= 0) or not (-l <= 0)`.
    EqualSplit,
}

/// Why literals contradict each other in linear integer arithmetic. The literals are those of the lemma's clause,
/// negated: each, with its sign, is an inequality `l_i <= 0` over integers.
#[derive(Clone, Debug)]
pub enum Arithmetic {
    /// Farkas: positive multipliers `f_i` with `sum f_i l_i` a positive constant.
    Farkas(Vec<(Lit, Rat)>),
    /// Integer equalities: each pair of literals `l <= 0`, `-l <= 0` gives `l = 0`; the combination with the given rational
    /// multipliers has integer coefficients and a constant that is no integer.
    Divisibility(Vec<Equality>),
    /// Branch on an atom: one lemma assumes it (as an additional literal), the other its negation. Also the shape of a cut:
    /// the branch that the cut excludes is refuted at once.
    Split {
        /// The atom, a `Le` term.
        atom: Term,
        /// The contradiction with the atom added.
        holds: Box<Arithmetic>,
        /// The contradiction with its negation added.
        fails: Box<Arithmetic>,
    },
}

/// An equality as two inequality literals, with its multiplier.
#[derive(Clone, Debug)]
pub struct Equality {
    /// The literal meaning `l <= 0`.
    pub upper: Lit,
    /// The literal meaning `-l <= 0`.
    pub lower: Lit,
    /// The multiplier of `l`; any sign.
    pub factor: Rat,
}
