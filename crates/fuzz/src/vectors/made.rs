//! Pairs (A, B) of random formulas over words that they share and words of their own.

use super::{Formula, Kind, Vector, power};
use crate::machine::truth;
use crate::random::Random;
use lang::ast::Comparison;
use lang::c::IntType;
use lang::{Int, Value, WordOp};

/// Where a symbol occurs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// In A alone.
    A,
    /// In B alone.
    B,
    /// In both.
    Both,
}

/// A symbol.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Its type, if it is a word; a flag has none.
    pub ty: Option<IntType>,
    /// Where it occurs.
    pub side: Side,
}

/// A pair of conjunctions.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The symbols, to whose positions formulas refer.
    pub symbols: Vec<Symbol>,
    /// The conjuncts of A.
    pub a: Vec<Formula>,
    /// Those of B.
    pub b: Vec<Formula>,
}

/// Equal numbers give equal pairs, everywhere.
pub fn pair(number: u64) -> Pair {
    let mut maker = Maker { random: Random::new(number), symbols: Vec::new(), side: Side::A, room: 0 };
    maker.declare();
    // In half of the pairs A defines a shared word, and B claims what was false of all definitions that were tried.
    match maker.random.chance(50) {
        true => maker.defined(),
        false => maker.any(),
    }
}

/// How many states are tried.
const TRIES: usize = 48;

struct Maker {
    random: Random,
    symbols: Vec<Symbol>,
    /// For which side a formula is made.
    side: Side,
    /// What operations of two words may still cost: the product of their widths.
    room: u32,
}

impl Maker {
    fn declare(&mut self) {
        for (side, name, least) in [(Side::Both, "s", 1), (Side::A, "a", 0), (Side::B, "b", 0)] {
            for at in 0..least + self.random.below(3) {
                let ty = Some(self.ty());
                self.symbols.push(Symbol { name: format!("{name}{at}"), ty, side });
            }
        }
        if self.random.chance(30) {
            self.symbols.push(Symbol { name: "f".into(), ty: None, side: Side::Both });
        }
    }

    fn ty(&mut self) -> IntType {
        let bits = match self.random.below(3) {
            0 => 1 + self.random.below(4),
            1 => 4 + self.random.below(5),
            _ => 1 + self.random.below(16),
        };
        IntType { bits: bits as u8, signed: self.random.chance(50) }
    }

    fn any(&mut self) -> Pair {
        let mut sides = [Side::A, Side::B].map(|side| {
            self.side = side;
            self.room = 80;
            (0..1 + self.random.below(3)).map(|_| self.formula(1)).collect::<Vec<_>>()
        });
        let (a, b) = (std::mem::take(&mut sides[0]), std::mem::take(&mut sides[1]));
        Pair { symbols: std::mem::take(&mut self.symbols), a, b }
    }

    fn defined(&mut self) -> Pair {
        (self.side, self.room) = (Side::A, 100);
        let target = 0;
        let ty = self.symbols[target].ty.unwrap_or(IntType::INT);
        let value = self.vector(ty, 2);
        let symbol = Vector { ty, kind: Kind::Symbol(target) };
        let mut a = vec![Formula::Compare(Comparison::Equal, symbol, value.clone())];
        if self.random.chance(30) {
            a.push(self.formula(0));
        }
        let states: Vec<Vec<Value>> = (0..TRIES).map(|_| self.state(target, &value)).collect();
        let fits = |state: &&Vec<Value>| a.iter().skip(1).all(|more| truth(&more.bexp(), state));
        let states: Vec<Vec<Value>> = states.iter().filter(fits).cloned().collect();
        self.side = Side::B;
        let mut claim = self.formula(0);
        for _ in 0..40 {
            let bexp = claim.bexp();
            if !states.iter().any(|state| truth(&bexp, state)) {
                break;
            }
            self.room = 60;
            claim = self.claim(target);
        }
        let mut b = vec![claim];
        if self.random.chance(30) {
            b.push(self.formula(0));
        }
        Pair { symbols: std::mem::take(&mut self.symbols), a, b }
    }

    /// A claim about a symbol.
    fn claim(&mut self, target: usize) -> Formula {
        let ty = self.symbols[target].ty.unwrap_or(IntType::INT);
        let symbol = Vector { ty, kind: Kind::Symbol(target) };
        match self.random.below(4) {
            0 => {
                let mask = self.number(ty);
                let masked = Kind::Word(WordOp::And, Box::new(symbol), Box::new(mask));
                let masked = Vector { ty, kind: masked };
                Formula::Compare(Comparison::Equal, masked, self.number(ty))
            }
            1 => Formula::Compare(self.comparison(), symbol, self.number(ty)),
            2 => {
                let other = self.vector(ty, 1);
                Formula::Compare(self.comparison(), symbol, other)
            }
            _ => self.formula(0),
        }
    }

    /// A random state in which a symbol has the value of an expression.
    fn state(&mut self, target: usize, value: &Vector) -> Vec<Value> {
        let types: Vec<Option<IntType>> = self.symbols.iter().map(|symbol| symbol.ty).collect();
        let mut state: Vec<Value> = types.into_iter().map(|ty| self.value(ty)).collect();
        state[target] = Value::Int(crate::machine::number(&value.exp(), &state));
        state
    }

    fn value(&mut self, ty: Option<IntType>) -> Value {
        match ty {
            Some(ty) => Value::Int(ty.wrap(&Int::from(self.random.between(0, power(16))))),
            None => Value::Bool(self.random.chance(50)),
        }
    }

    fn comparison(&mut self) -> Comparison {
        Comparison::ALL[self.random.below(6)]
    }

    fn formula(&mut self, depth: u32) -> Formula {
        if depth > 0 && self.random.chance(60) {
            let (a, b) = (Box::new(self.formula(depth - 1)), Box::new(self.formula(depth - 1)));
            return match self.random.below(4) {
                0 => Formula::And(a, b),
                1 => Formula::Iff(a, b),
                _ => Formula::Or(a, b),
            };
        }
        if self.random.chance(15) {
            return Formula::Not(Box::new(self.formula(0)));
        }
        let flags = |symbol: &Symbol| symbol.ty.is_none();
        if let Some(at) = self.symbols.iter().position(flags).filter(|_| self.random.chance(15)) {
            return Formula::Flag(at);
        }
        let comparison = self.comparison();
        match self.random.below(5) {
            0 => {
                let parts = (0..1 + self.random.below(3)).map(|_| {
                    let (factor, ty) = (self.random.between(-5, 5), self.ty());
                    (factor, self.vector(ty, 1))
                });
                let parts = parts.collect();
                Formula::Exact(comparison, parts, self.random.between(-300, 300))
            }
            1 => {
                let (left, right) = (self.ty(), self.ty());
                Formula::Compare(comparison, self.vector(left, 1), self.vector(right, 1))
            }
            _ => {
                let ty = self.near();
                Formula::Compare(comparison, self.vector(ty, 2), self.vector(ty, 1))
            }
        }
    }

    /// The type of a word that may be used, or another one.
    fn near(&mut self) -> IntType {
        let usable: Vec<IntType> = self.usable().into_iter().map(|(_, ty)| ty).collect();
        match usable.len() {
            0 => self.ty(),
            many => usable[self.random.below(many)],
        }
    }

    fn usable(&self) -> Vec<(usize, IntType)> {
        let fits = |symbol: &Symbol| symbol.side == Side::Both || symbol.side == self.side;
        let symbols = self.symbols.iter().enumerate().filter(|(_, symbol)| fits(symbol));
        symbols.filter_map(|(at, symbol)| Some((at, symbol.ty?))).collect()
    }

    fn number(&mut self, ty: IntType) -> Vector {
        let number = match self.random.below(3) {
            0 => self.random.between(-3, 3),
            1 => power(self.random.below(usize::from(ty.bits) + 1) as u8) - self.random.between(0, 1),
            _ => self.random.between(0, power(ty.bits)),
        };
        Vector { ty, kind: Kind::Number(ty.wrap(&Int::from(number)).to_i64().unwrap_or(0)) }
    }

    fn leaf(&mut self, ty: IntType) -> Vector {
        let usable = self.usable();
        if usable.is_empty() || self.random.chance(20) {
            return self.number(ty);
        }
        let (at, own) = usable[self.random.below(usable.len())];
        let symbol = Vector { ty: own, kind: Kind::Symbol(at) };
        if own == ty { symbol } else { Vector { ty, kind: Kind::Cast(Box::new(symbol)) } }
    }

    fn vector(&mut self, ty: IntType, depth: u32) -> Vector {
        if depth == 0 || self.random.chance(20) {
            return self.leaf(ty);
        }
        let boxed = |maker: &mut Maker, ty: IntType| Box::new(maker.vector(ty, depth - 1));
        let kind = match self.random.below(12) {
            0 => Kind::Neg(boxed(self, ty)),
            1 => Kind::Flip(boxed(self, ty)),
            2 => Kind::Add(boxed(self, ty), boxed(self, ty)),
            3 => Kind::Subtract(boxed(self, ty), boxed(self, ty)),
            4 => Kind::Quotient(boxed(self, ty), self.random.between(1, 20)),
            5 => Kind::Remainder(boxed(self, ty), self.random.between(1, 20)),
            6 if ty.bits > 1 && !ty.signed => {
                let last = 1 + self.random.below(usize::from(ty.bits) - 1) as u8;
                let first = IntType { bits: ty.bits - last, signed: false };
                Kind::Join(boxed(self, first), boxed(self, IntType { bits: last, signed: false }))
            }
            6 | 7 => {
                let from = self.random.below(usize::from(17 - ty.bits)) as u8;
                let most = usize::from(16 - from - ty.bits);
                let bits = from + ty.bits + self.random.below(most + 1) as u8;
                let long = IntType { bits, signed: self.random.chance(50) };
                Kind::Cut(boxed(self, long), from)
            }
            8 => {
                let other = self.ty();
                Kind::Cast(boxed(self, other))
            }
            _ => {
                let op = WordOp::ALL[self.random.below(WordOp::ALL.len())];
                let is_cheap = matches!(op, WordOp::And | WordOp::Or | WordOp::Xor)
                    || matches!(op, WordOp::ShiftLeft | WordOp::ShiftRight);
                let cost = if is_cheap { 0 } else { u32::from(ty.bits) * u32::from(ty.bits) };
                let op = if cost > self.room { WordOp::Xor } else { op };
                self.room -= if cost > self.room { 0 } else { cost };
                Kind::Word(op, boxed(self, ty), boxed(self, ty))
            }
        };
        Vector { ty, kind }
    }
}
