//! The control-flow graph of a system of Horn clauses: predicates are loop heads, clauses the ways between them.
//!
//! Where several clauses lead on from a predicate, a free choice decides; which one, their constraints need not tell. Queries
//! lead to the error beside them.

use crate::cfg::{Action, Builder, Cfg, LocationKind, NodeId, Test};
use lang::ast::{Assigned, Assignment, Bexp, BexpKind, Comparison, Exp, ExpKind, Sign};
use lang::horn::{Clause, HornProgram, Ways};
use lang::{Int, LoopId, Sort, Span, Unit, VarId};
use logic::{Linear, Node, Term, Terms, Var};
use std::collections::BTreeMap;

impl Cfg {
    /// The graph of a system of Horn clauses.
    pub fn of_horn(program: &HornProgram) -> Cfg {
        let mut graph = Graph {
            program,
            builder: Builder { cfg: Cfg::bare(), decls: program.decls() },
            heads: Vec::new(),
            arguments: program.vars().map(|var| program.is_argument(var)).collect(),
        };
        for (number, predicate) in (0..).zip(&program.predicates) {
            let head = graph.builder.cfg.node(LocationKind::Head(LoopId(number)), predicate.span);
            graph.heads.push(head);
        }
        graph.ways(Cfg::ENTRY, None, &program.ways.0);
        for (predicate, ways) in program.ways.1.iter().enumerate() {
            graph.ways(graph.heads[predicate], Some(predicate), ways);
        }
        let mut cfg = graph.builder.cfg;
        // At predicates nothing matters but their arguments.
        cfg.transient = vec![true; program.decls().len() + cfg.temps.len()];
        cfg
    }
}

struct Graph<'p> {
    program: &'p HornProgram,
    builder: Builder<'p>,
    /// The locations of the predicates.
    heads: Vec<NodeId>,
    /// For each variable, whether it is an argument of some predicate.
    arguments: Vec<bool>,
}

impl Graph<'_> {
    /// What leads on from a location: the entry, or that of a predicate.
    fn ways(&mut self, from: NodeId, predicate: Option<usize>, ways: &Ways) {
        let program = self.program;
        for &query in &ways.queries {
            let clause = &program.clauses[query];
            let Some(assertion) = clause.step.violates else { continue };
            self.builder.cfg.tests.push(Test { assertion, at: from, fails: false });
            let at = self.choices(from, clause);
            let mut writer = Writer::new(self, at, clause.span);
            let guard = writer.truth(clause.step.guard);
            let at = writer.at;
            let action = Action::Guard(guard, true);
            self.builder.cfg.edge(at, Cfg::ERROR, action, clause.span, Some(assertion));
        }
        let mut at = from;
        for &(choice, number) in &ways.steps {
            let clause = &program.clauses[number];
            let mut inside = at;
            if let Some(id) = choice {
                let taken = Bexp { span: clause.span, kind: BexpKind::Nondet(id) };
                inside = self.builder.step(at, Action::Guard(taken.clone(), true), clause.span);
                at = self.builder.step(at, Action::Guard(taken, false), clause.span);
            }
            self.derive(inside, predicate, clause);
        }
    }

    fn choices(&mut self, mut at: NodeId, clause: &Clause) -> NodeId {
        for &(id, var) in &clause.step.choices {
            at = self.builder.step(at, Action::Havoc(var, id), clause.span);
        }
        at
    }

    /// A clause with a head.
    fn derive(&mut self, from: NodeId, predicate: Option<usize>, clause: &Clause) {
        let (program, span) = (self.program, clause.span);
        let Some(head) = &clause.head else { return };
        let at = self.choices(from, clause);
        let mut writer = Writer::new(self, at, span);
        let guard = writer.truth(clause.step.guard);
        let values: Vec<Assigned> = clause.step.values.iter().map(|&value| writer.value(value)).collect();
        let mut at = writer.at;
        if guard.kind != BexpKind::Const(true) {
            at = self.builder.step(at, Action::Guard(guard, true), span);
        }
        let target = &program.predicates[head.predicate].arguments;
        let mut parts: Vec<Assignment> = Vec::new();
        for (&var, value) in target.iter().zip(values) {
            if !is_itself(var, &value) {
                parts.push(Assignment { var, value });
            }
        }
        // What is no argument of the head becomes zero or false, if it may be something else.
        let source = predicate.map(|predicate| &program.predicates[predicate].arguments);
        for var in program.vars().filter(|var| self.arguments[var.index()]) {
            if !target.contains(&var) && source.is_none_or(|source| source.contains(&var)) {
                let value = match program.decl(var).sort {
                    Sort::Int => Assigned::Int(number(span, Int::ZERO)),
                    Sort::Bool => Assigned::Bool(Bexp { span, kind: BexpKind::Const(false) }),
                };
                parts.push(Assignment { var, value });
            }
        }
        let at = self.builder.parallel(at, &parts, span);
        self.builder.cfg.edge(at, self.heads[head.predicate], Action::Skip, span, None);
    }
}

fn is_itself(var: VarId, value: &Assigned) -> bool {
    match value {
        Assigned::Int(e) => e.kind == ExpKind::Var(var),
        Assigned::Bool(e) => e.kind == BexpKind::Var(var),
    }
}

fn number(span: Span, number: Int) -> Exp {
    Exp { span, kind: ExpKind::Const(number) }
}

/// An expression of larger size that is used more than once is kept in a variable.
const LARGE: usize = 12;
/// So is one of larger height.
const HIGH: u32 = 60;

/// Writes terms as expressions. What they share, and choices between numbers, are kept in variables of the graph.
struct Writer<'a, 'p> {
    graph: &'a mut Graph<'p>,
    /// Where the next assignment begins.
    at: NodeId,
    span: Span,
    done: BTreeMap<Term, Written>,
    symbols: BTreeMap<Var, VarId>,
    /// How many variables are in use.
    temps: usize,
}

#[derive(Clone)]
struct Written {
    value: Assigned,
    size: usize,
    height: u32,
}

impl<'a, 'p> Writer<'a, 'p> {
    fn new(graph: &'a mut Graph<'p>, at: NodeId, span: Span) -> Writer<'a, 'p> {
        let mut symbols = BTreeMap::new();
        symbols.extend(graph.program.symbols.iter().copied().zip(graph.program.vars()));
        Writer { graph, at, span, done: BTreeMap::new(), symbols, temps: 0 }
    }

    fn terms(&self) -> &'p Terms {
        &self.graph.program.terms
    }

    /// A formula.
    fn truth(&mut self, t: Term) -> Bexp {
        match self.value(t) {
            Assigned::Bool(value) => value,
            Assigned::Int(_) => self.bexp(BexpKind::Const(false)),
        }
    }

    fn value(&mut self, root: Term) -> Assigned {
        let terms = self.terms();
        let order = terms.postorder(&[root]);
        let mut uses: BTreeMap<Term, usize> = BTreeMap::new();
        for &t in &order {
            // A choice between truth values mentions its condition twice.
            let again = match terms.node(t) {
                Node::Ite(c, ..) => Some(c),
                _ => None,
            };
            for child in terms.children(t).into_iter().chain(again) {
                *uses.entry(child).or_insert(0) += 1;
            }
        }
        for t in order {
            if self.done.contains_key(&t) {
                continue;
            }
            let mut written = self.write(t);
            let is_shared = uses.get(&t).is_some_and(|uses| *uses > 1);
            if is_shared && written.size > LARGE || written.height > HIGH {
                let temp = self.temp(terms.sort(t));
                self.assign(temp, written.value);
                written = self.variable(temp, terms.sort(t));
            }
            self.done.insert(t, written);
        }
        self.done[&root].value.clone()
    }

    fn write(&mut self, t: Term) -> Written {
        let terms = self.terms();
        if let Node::Ite(c, a, b) = terms.node(t)
            && terms.sort(t) == Sort::Int
        {
            let temp = self.temp(Sort::Int);
            self.branch(temp, c, [a, b]);
            return self.variable(temp, Sort::Int);
        }
        let children = terms.children(t);
        let size = children.iter().map(|c| self.done[c].size).sum::<usize>() + 1;
        let height = children.iter().map(|c| self.done[c].height).max().unwrap_or(0) + 1;
        let all = |ts: &[Term]| ts.iter().map(|&t| self.bool_of(t)).collect();
        let int = |kind| Assigned::Int(Exp { span: self.span, kind });
        let kind = match terms.node(t) {
            Node::Var(v) => {
                let var = self.symbols.get(&v).copied().unwrap_or(VarId(u32::MAX));
                return self.variable(var, terms.sort(t));
            }
            Node::Bool(value) => BexpKind::Const(value),
            Node::Not(a) => match self.bool_of(a).kind {
                BexpKind::Compare(Comparison::Equal, a, b) => BexpKind::Compare(Comparison::NotEqual, a, b),
                _ => BexpKind::Not(Box::new(self.bool_of(a))),
            },
            Node::And(ts) => BexpKind::And(all(&ts)),
            Node::Or(ts) => BexpKind::Or(all(&ts)),
            Node::Iff(a, b) => BexpKind::Iff(Box::new(self.bool_of(a)), Box::new(self.bool_of(b))),
            Node::Ite(c, a, b) => {
                let not = self.bexp(BexpKind::Not(Box::new(self.bool_of(c))));
                let ways = [vec![self.bool_of(c), self.bool_of(a)], vec![not, self.bool_of(b)]];
                BexpKind::Or(ways.into_iter().map(|way| self.bexp(BexpKind::And(way))).collect())
            }
            Node::Le(sum) => self.compare(Comparison::LessEqual, Comparison::GreaterEqual, &sum),
            Node::Eq(sum) => self.compare(Comparison::Equal, Comparison::Equal, &sum),
            Node::Sum(sum) => {
                let value = Assigned::Int(self.sum(sum.parts(), sum.constant().clone()));
                return Written { value, size, height };
            }
            Node::Div(a, d) => {
                return Written { value: int(ExpKind::Div(Box::new(self.int_of(a)), d)), size, height };
            }
            Node::Mod(a, d) => {
                return Written { value: int(ExpKind::Mod(Box::new(self.int_of(a)), d)), size, height };
            }
        };
        Written { value: Assigned::Bool(self.bexp(kind)), size, height }
    }

    fn bexp(&self, kind: BexpKind) -> Bexp {
        Bexp { span: self.span, kind }
    }

    fn bool_of(&self, t: Term) -> Bexp {
        match &self.done[&t].value {
            Assigned::Bool(value) => value.clone(),
            Assigned::Int(_) => self.bexp(BexpKind::Const(false)),
        }
    }

    fn int_of(&self, t: Term) -> Exp {
        match &self.done[&t].value {
            Assigned::Int(value) => value.clone(),
            Assigned::Bool(_) => number(self.span, Int::ZERO),
        }
    }

    /// `sum` compared with zero: what is added on the left, what is subtracted on the right. The comparison is turned round where
    /// nothing but the constant would be left on the left.
    fn compare(&self, comparison: Comparison, turned: Comparison, sum: &Linear) -> BexpKind {
        let (plus, minus): (Vec<_>, Vec<_>) = sum.parts().iter().cloned().partition(|(_, c)| c.is_positive());
        let minus: Vec<(Term, Int)> = minus.into_iter().map(|(t, c)| (t, -c)).collect();
        let constant = sum.constant();
        if plus.is_empty() {
            return BexpKind::Compare(
                turned,
                self.sum(&minus, Int::ZERO),
                number(self.span, constant.clone()),
            );
        }
        BexpKind::Compare(comparison, self.sum(&plus, Int::ZERO), self.sum(&minus, -constant))
    }

    fn sum(&self, parts: &[(Term, Int)], constant: Int) -> Exp {
        let span = self.span;
        let times = |factor: Int, t: Term| match (self.int_of(t), factor) {
            (e, factor) if factor.is_one() => e,
            (e, factor) => Exp { span, kind: ExpKind::Mul(factor, Box::new(e)) },
        };
        let mut summands: Vec<(Sign, Exp)> = Vec::new();
        let (plus, minus): (Vec<_>, Vec<_>) = parts.iter().cloned().partition(|(_, c)| c.is_positive());
        summands.extend(plus.into_iter().map(|(t, c)| (Sign::Plus, times(c, t))));
        for (t, c) in minus {
            summands.push(match summands.is_empty() {
                true if c == Int::MINUS_ONE => {
                    (Sign::Plus, Exp { span, kind: ExpKind::Neg(Box::new(self.int_of(t))) })
                }
                true => (Sign::Plus, times(c, t)),
                false => (Sign::Minus, times(-c, t)),
            });
        }
        match summands.len() {
            0 => number(span, constant),
            1 if constant.is_zero() => summands.remove(0).1,
            _ => {
                if !constant.is_zero() {
                    let sign = if constant.is_negative() { Sign::Minus } else { Sign::Plus };
                    summands.push((sign, number(span, constant.abs())));
                }
                Exp { span, kind: ExpKind::Sum(summands) }
            }
        }
    }

    fn variable(&self, var: VarId, sort: Sort) -> Written {
        let span = self.span;
        let value = match sort {
            Sort::Int => Assigned::Int(Exp { span, kind: ExpKind::Var(var) }),
            Sort::Bool => Assigned::Bool(Bexp { span, kind: BexpKind::Var(var) }),
        };
        Written { value, size: 1, height: 1 }
    }

    /// A variable of the graph; clauses have the same ones.
    fn temp(&mut self, sort: Sort) -> VarId {
        self.temps += 1;
        let word = if sort == Sort::Bool { "truth" } else { "value" };
        self.graph.builder.temp(format!("{word}#{}", self.temps), sort)
    }

    fn assign(&mut self, var: VarId, value: Assigned) {
        let action = match value {
            Assigned::Int(value) => Action::AssignInt(var, value),
            Assigned::Bool(value) => Action::AssignBool(var, value),
        };
        self.at = self.graph.builder.step(self.at, action, self.span);
    }

    /// The variable takes one of two numbers.
    fn branch(&mut self, var: VarId, cond: Term, values: [Term; 2]) {
        let (from, span) = (self.at, self.span);
        let cond = self.bool_of(cond);
        let join = self.graph.builder.cfg.node(LocationKind::Plain, span);
        for (value, taken) in values.into_iter().zip([true, false]) {
            let at = self.graph.builder.step(from, Action::Guard(cond.clone(), taken), span);
            let action = Action::AssignInt(var, self.int_of(value));
            let at = self.graph.builder.step(at, action, span);
            self.graph.builder.cfg.edge(at, join, Action::Skip, span, None);
        }
        self.at = join;
    }
}
