//! Turns terms into the formulas of the trace: tokens, SMT-LIB 2 text, and the table of formulas that events build up.

use crate::ranges::Ranges;
use logic::print::{Token, TokenKind};
use logic::{Sort, Stamp, Term, Terms, Value, Var};
use std::collections::BTreeMap;
use std::rc::Rc;
use trace::{Formula, FormulaId, Symbol, Tok, TokKind};

/// The formulas mentioned so far, each once, in the order of first mention.
///
/// Invariant: a number is a position among all formulas handed out by [`Table::take_new`].
#[derive(Default)]
pub(crate) struct Table {
    pub(crate) ranges: Ranges,
    /// Whether one formula stands for all that are mentioned ([`Table::leave_out`]).
    left_out: bool,
    /// By the term, and whether it is shown in full.
    ids: BTreeMap<(Term, bool), FormulaId>,
    new: Vec<Rc<Formula>>,
    /// How many formulas are no term's.
    offset: usize,
}

impl Table {
    pub(crate) fn new(ranges: Ranges) -> Table {
        Table { ranges, ..Table::default() }
    }

    /// From here on formulas are not written: "…", the first of all, stands for each. Only before one is mentioned.
    pub(crate) fn leave_out(&mut self) {
        self.left_out = true;
        self.new.push(Rc::new(Formula {
            rows: vec![vec![Tok { text: "…".into(), kind: TokKind::Word }]],
            definitions: Vec::new(),
            smt: "true".into(),
            hidden: Vec::new(),
        }));
    }

    /// From here on formulas are written.
    pub(crate) fn write(&mut self) {
        if std::mem::take(&mut self.left_out) {
            self.offset = 1;
        }
    }

    /// Whether formulas are not written at present.
    pub(crate) fn leaves_out(&self) -> bool {
        self.left_out
    }

    /// The symbol as the program has it: the word to which a digit belongs.
    pub(crate) fn owner(&self, terms: &Terms, v: Var) -> Var {
        self.ranges.owner(terms, v)
    }

    /// The values of a model as the program has them.
    pub(crate) fn values(&self, terms: &Terms, model: &[(Var, Value)]) -> Vec<(Var, Value)> {
        self.ranges.values(terms, model)
    }

    /// The number of a term's formula; a new one if it was not mentioned before.
    pub(crate) fn id(&mut self, terms: &Terms, t: Term) -> FormulaId {
        self.number(terms, t, false)
    }

    /// The number of the formula that shows also what types say, as steps of a proof need it.
    pub(crate) fn full(&mut self, terms: &Terms, t: Term) -> FormulaId {
        self.number(terms, t, true)
    }

    fn number(&mut self, terms: &Terms, t: Term, is_full: bool) -> FormulaId {
        if self.left_out {
            return 0;
        }
        if let Some(&id) = self.ids.get(&(t, is_full)) {
            return id;
        }
        let shown = self.ranges.shown(terms, t);
        if shown == t
            && let Some(&id) = self.ids.get(&(t, !is_full))
        {
            return id;
        }
        let id = FormulaId::try_from(self.ids.len() + self.offset).unwrap_or(FormulaId::MAX);
        self.ids.insert((t, is_full), id);
        self.new.push(Rc::new(formula(terms, t, if is_full { self.ranges.full(terms, t) } else { shown })));
        id
    }

    /// The formulas first mentioned since the last call.
    pub(crate) fn take_new(&mut self) -> Vec<Rc<Formula>> {
        std::mem::take(&mut self.new)
    }
}

/// A term as the page shows it, in which another form of it is to be read.
pub(crate) fn formula(terms: &Terms, t: Term, shown: Term) -> Formula {
    let printed = terms.rows(shown);
    let row = |tokens: Vec<Token>| tokens.into_iter().map(|token| tok(terms, token)).collect();
    Formula {
        rows: printed.rows.into_iter().map(row).collect(),
        definitions: printed.definitions.into_iter().map(|(name, tokens)| (name, row(tokens))).collect(),
        smt: terms.smtlib(t),
        hidden: if shown == t { Vec::new() } else { hidden(terms, t, shown) },
    }
}

/// What occurs in a term and not in its other form, digits of words left out.
fn hidden(terms: &Terms, t: Term, shown: Term) -> Vec<Symbol> {
    let seen = terms.vars(shown);
    let unseen = terms.vars(t).into_iter().filter(|v| !seen.contains(v)).map(|v| symbol(terms, v));
    unseen.filter(|s| !(s.boolean && s.name.contains('['))).collect()
}

fn tok(terms: &Terms, token: Token) -> Tok {
    let kind = match token.kind {
        TokenKind::Symbol(v) => TokKind::Symbol(symbol(terms, v)),
        TokenKind::Number => TokKind::Number,
        TokenKind::Operator => TokKind::Operator,
        TokenKind::Word => TokKind::Word,
        TokenKind::Bracket => TokKind::Bracket,
        TokenKind::Definition => TokKind::Definition,
    };
    Tok { text: token.text, kind }
}

/// A symbol as the trace names it.
pub(crate) fn symbol(terms: &Terms, v: Var) -> Symbol {
    let s = terms.symbol_of(v);
    let (step, primed) = match s.stamp {
        Stamp::Plain => (None, false),
        Stamp::Primed => (None, true),
        Stamp::At(i) => (Some(i), false),
    };
    Symbol { name: s.name.to_string(), step, primed, boolean: terms.var_sort(v) == Sort::Bool }
}
