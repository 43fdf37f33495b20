//! Random programs: a seeded generator of typed trees, shared by the tests of several crates.
//!
//! The trees obey every invariant of the `ast` module, so that printing and parsing them gives the same tree.
#![allow(dead_code)]

use lang::ast::*;
use lang::{Int, Sort, Span};

/// SplitMix64: small, fast, and the same everywhere.
pub struct Random(u64);

impl Random {
    /// Equal seeds give equal sequences.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.number() % bound as u64) as usize
    }

    /// Whether an event of so many in a hundred happens.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A number from `low` to `high`.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }
}

/// Takes all spans out of a program, to compare the structure alone.
pub fn without_spans(mut program: Program) -> Program {
    let spans = (program.decls.iter_mut().map(|decl| &mut decl.span))
        .chain(program.loops.iter_mut().flat_map(|info| [&mut info.span, &mut info.cond]))
        .chain(program.asserts.iter_mut().map(|info| &mut info.span))
        .chain(program.nondets.iter_mut().map(|info| &mut info.span));
    spans.for_each(|span| *span = Span::default());
    program.pre.as_mut().into_iter().for_each(strip_bexp);
    program.post.as_mut().into_iter().for_each(|post| strip_bexp(&mut post.cond));
    program.body.iter_mut().for_each(strip_stmt);
    program
}

fn strip_stmt(stmt: &mut Stmt) {
    stmt.span = Span::default();
    match &mut stmt.kind {
        StmtKind::Skip | StmtKind::Havoc(..) => {}
        StmtKind::Parallel(parts) => {
            for part in parts {
                match &mut part.value {
                    Assigned::Int(value) => strip_exp(value),
                    Assigned::Bool(value) => strip_bexp(value),
                }
            }
        }
        StmtKind::AssignInt(_, value) => strip_exp(value),
        StmtKind::AssignBool(_, cond) | StmtKind::Assume(cond) | StmtKind::Assert(_, cond) => {
            strip_bexp(cond)
        }
        StmtKind::If { arms, otherwise } => {
            for arm in arms {
                strip_bexp(&mut arm.cond);
                arm.body.iter_mut().for_each(strip_stmt);
            }
            otherwise.iter_mut().flatten().for_each(strip_stmt);
        }
        StmtKind::While { cond, body, .. } => {
            strip_bexp(cond);
            body.iter_mut().for_each(strip_stmt);
        }
    }
}

fn strip_bexp(cond: &mut Bexp) {
    cond.span = Span::default();
    match &mut cond.kind {
        BexpKind::Const(_) | BexpKind::Var(_) | BexpKind::Nondet(_) => {}
        BexpKind::Not(inner) => strip_bexp(inner),
        BexpKind::And(parts) | BexpKind::Or(parts) => parts.iter_mut().for_each(strip_bexp),
        BexpKind::Implies(premises, conclusion) => {
            premises.iter_mut().for_each(strip_bexp);
            strip_bexp(conclusion);
        }
        BexpKind::Compare(_, left, right) => {
            strip_exp(left);
            strip_exp(right);
        }
        BexpKind::Iff(left, right) | BexpKind::Xor(left, right) => {
            strip_bexp(left);
            strip_bexp(right);
        }
    }
}

fn strip_exp(exp: &mut Exp) {
    exp.span = Span::default();
    match &mut exp.kind {
        ExpKind::Const(_) | ExpKind::Var(_) => {}
        ExpKind::Neg(inner)
        | ExpKind::Mul(_, inner)
        | ExpKind::Div(inner, _)
        | ExpKind::Mod(inner, _)
        | ExpKind::Wrap(_, inner) => strip_exp(inner),
        ExpKind::Word(_, _, left, right) => {
            strip_exp(left);
            strip_exp(right);
        }
        ExpKind::Sum(terms) => terms.iter_mut().for_each(|(_, term)| strip_exp(term)),
    }
}

/// What programs to make.
#[derive(Clone, Copy)]
pub struct Shape {
    /// Most loops.
    pub loops: usize,
    /// Most statements of a block.
    pub block: usize,
    /// Deepest nesting of blocks.
    pub depth: usize,
    /// Deepest nesting of expressions.
    pub height: usize,
    /// Numbers lie between minus this and this.
    pub numbers: i64,
    /// Whether numbers beyond 64 bits occur too.
    pub big: bool,
}

impl Shape {
    /// Anything that can be written.
    pub const ANY: Shape = Shape { loops: 4, block: 4, depth: 4, height: 4, numbers: 20, big: true };
    /// Small programs with at most one loop and with small numbers, so that random executions take many ways.
    pub const ONE_LOOP: Shape = Shape { loops: 1, block: 3, depth: 3, height: 2, numbers: 4, big: false };
}

/// A random program.
pub fn program(random: &mut Random, shape: Shape) -> Program {
    let ints = 1 + random.below(3);
    let bools = random.below(3);
    let mut decls = Vec::new();
    for name in ["x", "y", "z"].iter().take(ints) {
        decls.push(Decl { name: (*name).to_owned(), sort: Sort::Int, span: Span::default(), declared: true });
    }
    for name in ["b", "c"].iter().take(bools) {
        let at = random.below(decls.len() + 1);
        decls.insert(
            at,
            Decl { name: (*name).to_owned(), sort: Sort::Bool, span: Span::default(), declared: true },
        );
    }
    let mut generator = Generator {
        random,
        shape,
        program: Program {
            decls,
            pre: None,
            body: Vec::new(),
            post: None,
            loops: Vec::new(),
            asserts: Vec::new(),
            nondets: Vec::new(),
            words: None,
        },
        inside: None,
    };
    if generator.random.chance(60) {
        generator.program.pre = Some(generator.bexp(shape.height));
    }
    let body = generator.block(0);
    generator.program.body = body;
    if generator.random.chance(60) {
        let cond = generator.bexp(shape.height);
        let id = generator.assertion(true);
        generator.program.post = Some(Post { id, cond });
    }
    generator.program
}

struct Generator<'a> {
    random: &'a mut Random,
    shape: Shape,
    program: Program,
    inside: Option<LoopId>,
}

impl Generator<'_> {
    fn variable(&mut self, sort: Sort) -> Option<VarId> {
        let all: Vec<VarId> =
            self.program.vars().filter(|&var| self.program.decl(var).sort == sort).collect();
        if all.is_empty() { None } else { Some(all[self.random.below(all.len())]) }
    }

    fn nondet(&mut self, sort: Sort, target: Option<VarId>) -> NondetId {
        let id = NondetId(self.program.nondets.len() as u32);
        self.program.nondets.push(NondetInfo { span: Span::default(), sort, target });
        id
    }

    fn assertion(&mut self, is_post: bool) -> AssertId {
        let id = AssertId(self.program.asserts.len() as u32);
        self.program.asserts.push(AssertInfo { span: Span::default(), is_post, claim: None });
        id
    }

    fn block(&mut self, depth: usize) -> Vec<Stmt> {
        let count = 1 + self.random.below(self.shape.block);
        // Somewhere in the outermost block there is a loop, if there may be any.
        let loop_at = if depth == 0 && self.shape.loops > 0 { self.random.below(count) } else { count };
        let mut stmts = Vec::new();
        for at in 0..count {
            let kind = if at == loop_at && self.program.loops.is_empty() {
                self.while_loop(depth)
            } else {
                self.stmt(depth)
            };
            stmts.push(Stmt { span: Span::default(), kind });
        }
        stmts
    }

    fn while_loop(&mut self, depth: usize) -> StmtKind {
        let id = LoopId(self.program.loops.len() as u32);
        self.program.loops.push(LoopInfo {
            span: Span::default(),
            cond: Span::default(),
            parent: self.inside,
        });
        let cond = if self.random.chance(20) {
            let id = self.nondet(Sort::Bool, None);
            Bexp { span: Span::default(), kind: BexpKind::Nondet(id) }
        } else {
            self.bexp(self.shape.height)
        };
        let around = self.inside.replace(id);
        let body = self.block(depth + 1);
        self.inside = around;
        StmtKind::While { id, cond, body }
    }

    fn stmt(&mut self, depth: usize) -> StmtKind {
        let nests = depth < self.shape.depth;
        match self.random.below(13) {
            12 => self.parallel(),
            0 => StmtKind::Skip,
            1 => {
                let cond = self.bexp(self.shape.height);
                StmtKind::Assume(cond)
            }
            2 => {
                let id = self.assertion(false);
                StmtKind::Assert(id, self.bexp(self.shape.height))
            }
            3 => {
                let sort = if self.random.chance(50) { Sort::Bool } else { Sort::Int };
                match self.variable(sort) {
                    Some(var) => StmtKind::Havoc(var, self.nondet(sort, Some(var))),
                    None => StmtKind::Skip,
                }
            }
            4 => match self.variable(Sort::Bool) {
                Some(var) => StmtKind::AssignBool(var, self.compound_bexp()),
                None => StmtKind::Skip,
            },
            5 | 6 if nests => {
                let mut arms = Vec::new();
                for _ in 0..1 + self.random.below(3) {
                    let cond = self.bexp(self.shape.height);
                    arms.push(Arm { cond, body: self.block(depth + 1) });
                }
                let otherwise = if self.random.chance(50) { Some(self.block(depth + 1)) } else { None };
                StmtKind::If { arms, otherwise }
            }
            7 if nests && self.program.loops.len() < self.shape.loops => self.while_loop(depth),
            _ => match self.variable(Sort::Int) {
                Some(var) => StmtKind::AssignInt(var, self.exp(self.shape.height)),
                None => StmtKind::Skip,
            },
        }
    }

    /// Different variables at once; often an exchange.
    fn parallel(&mut self) -> StmtKind {
        let before = self.program.nondets.len();
        let mut parts: Vec<Assignment> = Vec::new();
        for _ in 0..2 + self.random.below(3) {
            let sort = if self.random.chance(30) { Sort::Bool } else { Sort::Int };
            let Some(var) = self.variable(sort) else { continue };
            if parts.iter().any(|part| part.var == var) {
                continue;
            }
            let value = match sort {
                Sort::Int => Assigned::Int(self.exp(self.shape.height)),
                Sort::Bool => Assigned::Bool(self.bexp(self.shape.height)),
            };
            parts.push(Assignment { var, value });
        }
        if parts.len() > 1 {
            return StmtKind::Parallel(parts);
        }
        self.program.nondets.truncate(before);
        StmtKind::Skip
    }

    /// A condition that is not just `nondet`.
    fn compound_bexp(&mut self) -> Bexp {
        let before = self.program.nondets.len();
        loop {
            let cond = self.bexp(self.shape.height);
            if !matches!(cond.kind, BexpKind::Nondet(_)) {
                return cond;
            }
            self.program.nondets.truncate(before);
        }
    }

    fn bexps(&mut self, least: usize, height: usize) -> Vec<Bexp> {
        let count = least + self.random.below(2);
        (0..count).map(|_| self.bexp(height)).collect()
    }

    fn bexp(&mut self, height: usize) -> Bexp {
        let leaf = height == 0;
        let kind = match self.random.below(if leaf { 6 } else { 12 }) {
            0 if self.random.chance(30) => BexpKind::Const(self.random.chance(50)),
            1 if self.random.chance(40) => BexpKind::Nondet(self.nondet(Sort::Bool, None)),
            2 if self.variable(Sort::Bool).is_some() => match self.variable(Sort::Bool) {
                Some(var) => BexpKind::Var(var),
                None => BexpKind::Const(true),
            },
            6 => BexpKind::Not(Box::new(self.bexp(height - 1))),
            7 => BexpKind::And(self.bexps(2, height - 1)),
            8 => BexpKind::Or(self.bexps(2, height - 1)),
            9 => BexpKind::Implies(self.bexps(1, height - 1), Box::new(self.bexp(height - 1))),
            10 => BexpKind::Iff(Box::new(self.bexp(height - 1)), Box::new(self.bexp(height - 1))),
            11 => BexpKind::Xor(Box::new(self.bexp(height - 1)), Box::new(self.bexp(height - 1))),
            _ => {
                let comparison = Comparison::ALL[self.random.below(6)];
                let inner = height.saturating_sub(1);
                BexpKind::Compare(comparison, self.exp(inner), self.exp(inner))
            }
        };
        Bexp { span: Span::default(), kind }
    }

    fn number(&mut self) -> Int {
        let small = Int::from(self.random.between(-self.shape.numbers, self.shape.numbers));
        if self.shape.big && self.random.chance(5) {
            return small * Int::from(i64::MAX) * Int::from(i64::MAX);
        }
        small
    }

    fn divisor(&mut self) -> Int {
        loop {
            let number = self.number();
            if !number.is_zero() {
                return number;
            }
        }
    }

    fn exp(&mut self, height: usize) -> Exp {
        let kind = match self.random.below(if height == 0 { 3 } else { 8 }) {
            0 => ExpKind::Const(self.number()),
            3 => match self.varying(height - 1) {
                Some(inner) => ExpKind::Neg(Box::new(inner)),
                None => ExpKind::Const(self.number()),
            },
            4 => match self.varying(height - 1) {
                Some(Exp { kind: ExpKind::Mul(..), .. }) | None => ExpKind::Const(self.number()),
                Some(inner) => ExpKind::Mul(self.number(), Box::new(inner)),
            },
            5 => match self.varying(height - 1) {
                Some(inner) => {
                    let divisor = self.divisor();
                    if self.random.chance(50) {
                        ExpKind::Div(Box::new(inner), divisor)
                    } else {
                        ExpKind::Mod(Box::new(inner), divisor)
                    }
                }
                None => ExpKind::Const(self.number()),
            },
            6 | 7 => {
                let mut terms = vec![(Sign::Plus, self.exp(height - 1))];
                for _ in 0..1 + self.random.below(2) {
                    let sign = if self.random.chance(50) { Sign::Plus } else { Sign::Minus };
                    terms.push((sign, self.exp(height - 1)));
                }
                if terms.iter().all(|(_, term)| matches!(term.kind, ExpKind::Const(_))) {
                    ExpKind::Const(self.number())
                } else {
                    ExpKind::Sum(terms)
                }
            }
            _ => match self.variable(Sort::Int) {
                Some(var) => ExpKind::Var(var),
                None => ExpKind::Const(self.number()),
            },
        };
        Exp { span: Span::default(), kind }
    }

    /// An expression that is not constant.
    fn varying(&mut self, height: usize) -> Option<Exp> {
        let exp = self.exp(height);
        if matches!(exp.kind, ExpKind::Const(_)) { None } else { Some(exp) }
    }
}
