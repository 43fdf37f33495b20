//! The functions of SMT-LIB's theories Core and Ints, applied to terms that have been read.

use crate::fault::{Fault, Place, Problem};
use crate::number::{Number, Work};
use logic::{Int, Linear, Sort, Term, Terms};

/// A term that has been read.
#[derive(Clone, Debug)]
pub enum Value {
    /// A Boolean one.
    Formula(Term),
    /// An integer one.
    Number(Number),
}

impl Value {
    /// Its sort.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Formula(_) => Sort::Bool,
            Value::Number(_) => Sort::Int,
        }
    }

    /// A term of the store.
    pub fn of(terms: &Terms, t: Term) -> Value {
        match terms.sort(t) {
            Sort::Bool => Value::Formula(t),
            Sort::Int => Value::Number(Number::Term(t)),
        }
    }

    /// As a term of the store.
    pub fn term(self, terms: &Terms) -> Term {
        match self {
            Value::Formula(t) => t,
            Value::Number(n) => n.term(terms),
        }
    }
}

/// A function of the theories.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operator {
    /// Negation.
    Not,
    /// Conjunction.
    And,
    /// Disjunction.
    Or,
    /// Exclusive disjunction, from left to right.
    Xor,
    /// Implication, from right to left.
    Implies,
    /// Equality, as a chain.
    Equal,
    /// Pairwise difference.
    Distinct,
    /// If-then-else.
    Ite,
    /// Sum.
    Plus,
    /// Difference, or negation.
    Minus,
    /// Product.
    Times,
    /// Euclidean quotient.
    Div,
    /// Euclidean remainder.
    Mod,
    /// Absolute value.
    Abs,
    /// Comparisons, as a chain.
    Compare(Comparison),
    /// `(_ divisible n)`.
    Divisible(Int),
}

/// A comparison of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Operator {
    /// The function of this name.
    pub fn named(name: &str) -> Option<Operator> {
        Some(match name {
            "not" => Operator::Not,
            "and" => Operator::And,
            "or" => Operator::Or,
            "xor" => Operator::Xor,
            "=>" => Operator::Implies,
            "=" => Operator::Equal,
            "distinct" => Operator::Distinct,
            "ite" => Operator::Ite,
            "+" => Operator::Plus,
            "-" => Operator::Minus,
            "*" => Operator::Times,
            "div" => Operator::Div,
            "mod" => Operator::Mod,
            "abs" => Operator::Abs,
            "<" => Operator::Compare(Comparison::Less),
            "<=" => Operator::Compare(Comparison::AtMost),
            ">" => Operator::Compare(Comparison::Greater),
            ">=" => Operator::Compare(Comparison::AtLeast),
            _ => return None,
        })
    }

    fn name(&self) -> &'static str {
        match self {
            Operator::Not => "not",
            Operator::And => "and",
            Operator::Or => "or",
            Operator::Xor => "xor",
            Operator::Implies => "=>",
            Operator::Equal => "=",
            Operator::Distinct => "distinct",
            Operator::Ite => "ite",
            Operator::Plus => "+",
            Operator::Minus => "-",
            Operator::Times => "*",
            Operator::Div => "div",
            Operator::Mod => "mod",
            Operator::Abs => "abs",
            Operator::Compare(Comparison::Less) => "<",
            Operator::Compare(Comparison::AtMost) => "<=",
            Operator::Compare(Comparison::Greater) => ">",
            Operator::Compare(Comparison::AtLeast) => ">=",
            Operator::Divisible(_) => "(_ divisible n)",
        }
    }

    /// The least and the greatest number of arguments.
    fn arity(&self) -> (usize, usize) {
        match self {
            Operator::Not | Operator::Abs | Operator::Divisible(_) => (1, 1),
            Operator::And | Operator::Or | Operator::Minus | Operator::Plus | Operator::Times => {
                (1, usize::MAX)
            }
            Operator::Mod => (2, 2),
            Operator::Ite => (3, 3),
            _ => (2, usize::MAX),
        }
    }
}

/// Whether a name belongs to Core, Ints or another theory that printed terms may be read in.
pub fn is_theory_name(name: &str) -> bool {
    Operator::named(name).is_some()
        || matches!(name, "true" | "false" | "Bool" | "Int")
        || unsupported(name).is_some()
}

/// The theory that a well-known unsupported function belongs to, as the beginning of a sentence.
pub fn unsupported(name: &str) -> Option<&'static str> {
    Some(match name {
        "forall" | "exists" => "quantifiers are",
        "match" | "par" => "datatypes are",
        "select" | "store" => "arrays are",
        "/" | "to_real" | "to_int" | "is_int" => "reals are",
        "implies" => "`implies` (in place of `=>`) is",
        "iff" => "`iff` (in place of `=`) is",
        _ => return None,
    })
}

/// The arguments of a function with the places they stand at.
pub struct Arguments<'a> {
    /// What is applied.
    pub operator: &'a Operator,
    /// Where the application begins.
    pub place: Place,
    /// The arguments.
    pub values: Vec<Value>,
    /// Where each begins.
    pub places: Vec<Place>,
}

impl Arguments<'_> {
    fn fault(&self, problem: Problem) -> Fault {
        Fault::new(self.place, problem)
    }

    fn sorts(&self, from: usize, expected: Sort) -> Result<(), Fault> {
        for (i, v) in self.values.iter().enumerate().skip(from) {
            if v.sort() != expected {
                let function = self.operator.name().into();
                let problem = Problem::ArgumentSort { function, argument: i + 1, expected, found: v.sort() };
                return Err(Fault::new(self.places[i], problem));
            }
        }
        Ok(())
    }

    /// All arguments, which must be formulas.
    fn formulas(&self) -> Result<Vec<Term>, Fault> {
        self.sorts(0, Sort::Bool)?;
        let formula = |v: &Value| match v {
            Value::Formula(t) => Some(*t),
            Value::Number(_) => None,
        };
        Ok(self.values.iter().filter_map(formula).collect())
    }

    /// All arguments, which must be numbers.
    fn numbers(&mut self) -> Result<Vec<Number>, Fault> {
        self.sorts(0, Sort::Int)?;
        let number = |v| match v {
            Value::Number(n) => Some(n),
            Value::Formula(_) => None,
        };
        Ok(std::mem::take(&mut self.values).into_iter().filter_map(number).collect())
    }
}

/// Applies a function.
///
/// # Errors
/// When the arguments do not fit, or the result is not linear.
pub fn apply(terms: &Terms, work: &mut Work, mut of: Arguments<'_>) -> Result<Value, Fault> {
    let found = of.values.len();
    let (least, most) = of.operator.arity();
    if found < least || found > most {
        let function = of.operator.name().into();
        return Err(of.fault(Problem::ArgumentCount { function, expected: arity_text(least, most), found }));
    }
    let place = of.place;
    let located = |problem| Fault::new(place, problem);
    let formula = Value::Formula;
    Ok(match of.operator {
        Operator::Not => formula(terms.not(of.formulas()?[0])),
        Operator::And => formula(terms.and(of.formulas()?)),
        Operator::Or => formula(terms.or(of.formulas()?)),
        Operator::Xor => {
            let all = of.formulas()?;
            formula(all[1..].iter().fold(all[0], |a, &b| terms.not(terms.iff(a, b))))
        }
        Operator::Implies => {
            let all = of.formulas()?;
            let (last, rest) = all.split_last().ok_or_else(|| located(Problem::Expected("a term")))?;
            formula(rest.iter().rev().fold(*last, |b, &a| terms.implies(a, b)))
        }
        Operator::Equal => formula(equal(terms, work, of)?),
        Operator::Distinct => formula(distinct(terms, work, of)?),
        Operator::Ite => ite(terms, of)?,
        Operator::Compare(comparison) => {
            let comparison = *comparison;
            let all = linears(terms, work, &mut of)?;
            let pair = |w: &[Linear]| compare(terms, comparison, &w[0], &w[1]);
            formula(terms.and(all.windows(2).map(pair)))
        }
        Operator::Plus => Value::Number(sum(terms, work, of.numbers()?).map_err(located)?),
        Operator::Minus => {
            let mut all = of.numbers()?;
            let negate = if all.len() == 1 { 0 } else { 1 };
            for n in &mut all[negate..] {
                let taken = std::mem::replace(n, Number::Sum(Default::default()));
                *n = taken.times(&Int::MINUS_ONE, terms, work).map_err(located)?;
            }
            Value::Number(sum(terms, work, all).map_err(located)?)
        }
        Operator::Times => Value::Number(product(terms, work, of.numbers()?).map_err(located)?),
        Operator::Div => {
            let mut all = of.numbers()?.into_iter();
            let first = all.next().map_or_else(|| terms.int(0), |n| n.term(terms));
            let mut quotient = first;
            for d in all {
                quotient = terms.div(quotient, &divisor(terms, work, &d).map_err(located)?);
            }
            Value::Number(Number::Term(quotient))
        }
        Operator::Mod => {
            let all = of.numbers()?;
            let d = divisor(terms, work, &all[1]).map_err(located)?;
            Value::Number(Number::Term(terms.modulo(all[0].clone().term(terms), &d)))
        }
        Operator::Divisible(d) => {
            let d = d.clone();
            let all = of.numbers()?;
            let remainder = terms.modulo(all[0].clone().term(terms), &d);
            formula(terms.eq(remainder, terms.int(0)))
        }
        Operator::Abs => {
            let n = of.numbers()?.remove(0).term(terms);
            let value = terms.ite(terms.le(terms.int(0), n), n, terms.neg(n));
            Value::Number(Number::Term(value))
        }
    })
}

/// A number of arguments in words.
pub fn arity_text(least: usize, most: usize) -> String {
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    match (least, most) {
        (a, b) if a == b => format!("{a} argument{}", plural(a)),
        (a, _) => format!("at least {a} argument{}", plural(a)),
    }
}

fn sum(terms: &Terms, work: &mut Work, all: Vec<Number>) -> Result<Number, Problem> {
    let mut total = Number::Sum(Default::default());
    for n in all {
        total = total.plus(n, terms, work)?;
    }
    Ok(total)
}

/// The product, of which at most one factor may have variables.
fn product(terms: &Terms, work: &mut Work, all: Vec<Number>) -> Result<Number, Problem> {
    let mut scale = Number::constant(Int::ONE, work)?;
    let mut variable: Option<Number> = None;
    for n in all {
        match n.as_constant(terms, work)? {
            Some(c) => scale = scale.times(&c, terms, work)?,
            None if variable.is_some() => return Err(Problem::Nonlinear),
            None => variable = Some(n),
        }
    }
    match (variable, scale.as_constant(terms, work)?) {
        (Some(n), Some(c)) => n.times(&c, terms, work),
        _ => Ok(scale),
    }
}

fn divisor(terms: &Terms, work: &mut Work, n: &Number) -> Result<Int, Problem> {
    match n.as_constant(terms, work)? {
        None => Err(Problem::VariableDivisor),
        Some(d) if d.is_zero() => Err(Problem::DivisionByZero),
        Some(d) => Ok(d),
    }
}

/// All arguments as sums in normal form.
fn linears(terms: &Terms, work: &mut Work, of: &mut Arguments<'_>) -> Result<Vec<Linear>, Fault> {
    let place = of.place;
    let mut out = Vec::new();
    for n in of.numbers()? {
        let l = n.linear(terms);
        work.count(l.parts().len()).map_err(|p| Fault::new(place, p))?;
        out.push(l);
    }
    Ok(out)
}

fn compare(terms: &Terms, comparison: Comparison, a: &Linear, b: &Linear) -> Term {
    match comparison {
        Comparison::AtMost => terms.le0(a.minus(b)),
        Comparison::AtLeast => terms.le0(b.minus(a)),
        Comparison::Less => terms.not(terms.le0(b.minus(a))),
        Comparison::Greater => terms.not(terms.le0(a.minus(b))),
    }
}

fn equal(terms: &Terms, work: &mut Work, mut of: Arguments<'_>) -> Result<Term, Fault> {
    if of.values[0].sort() == Sort::Bool {
        let all = of.formulas()?;
        return Ok(terms.and(all.windows(2).map(|w| terms.iff(w[0], w[1]))));
    }
    let all = linears(terms, work, &mut of)?;
    Ok(terms.and(all.windows(2).map(|w| terms.eq0(w[0].minus(&w[1])))))
}

fn distinct(terms: &Terms, work: &mut Work, mut of: Arguments<'_>) -> Result<Term, Fault> {
    let place = of.place;
    let located = |problem| Fault::new(place, problem);
    let mut pairs = Vec::new();
    if of.values[0].sort() == Sort::Bool {
        let all = of.formulas()?;
        if all.len() > 2 {
            return Ok(terms.fals());
        }
        pairs.push(terms.not(terms.iff(all[0], all[1])));
    } else {
        let all = linears(terms, work, &mut of)?;
        for (i, a) in all.iter().enumerate() {
            for b in &all[i + 1..] {
                work.count(1 + a.parts().len() + b.parts().len()).map_err(located)?;
                pairs.push(terms.not(terms.eq0(a.minus(b))));
            }
        }
    }
    Ok(terms.and(pairs))
}

fn ite(terms: &Terms, mut of: Arguments<'_>) -> Result<Value, Fault> {
    let sort = of.values[1].sort();
    let name = || of.operator.name().to_owned();
    if of.values[0].sort() != Sort::Bool {
        let found = of.values[0].sort();
        let problem = Problem::ArgumentSort { function: name(), argument: 1, expected: Sort::Bool, found };
        return Err(Fault::new(of.places[0], problem));
    }
    of.sorts(2, sort)?;
    let mut values = std::mem::take(&mut of.values).into_iter().map(|v| v.term(terms));
    match (values.next(), values.next(), values.next()) {
        (Some(c), Some(a), Some(b)) => Ok(Value::of(terms, terms.ite(c, a, b))),
        _ => Err(of.fault(Problem::Expected("a term"))),
    }
}
