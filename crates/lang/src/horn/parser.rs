//! Reads the commands of a script: predicates are declared, clauses asserted. Every formula goes to `split.rs`, the
//! clauses to `plan.rs`. Reading ends at the first mistake.

use std::rc::Rc;

use logic::{Sort, Stamp, Terms};
use sexp::{
    Applied, Fault, Function, Id, Meaning, Place, Problem, Shape, Symbols, TermReader, Token, Tree, Value,
    Work,
};

use super::plan::{Declared, Raw};
use super::split::{Refused, split};
use super::{Atom, HornProgram, plan};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::{LineIndex, Span};
use crate::{Expectation, ExpectedVerdict};

/// Reads a script. `status` becomes what it says of itself.
pub(super) fn read(source: &str, status: &mut Option<Expectation>) -> Result<HornProgram, Diagnostic> {
    let mut parser = Parser {
        source,
        lines: LineIndex::new(source),
        terms: Terms::new(),
        symbols: Symbols::default(),
        work: Work::default(),
        predicates: Vec::new(),
        clauses: Vec::new(),
        status: None,
        is_asked: false,
    };
    let mut reader = sexp::Reader::default();
    reader.feed(source);
    reader.end();
    while let Some(tree) = reader.next_list().map_err(|fault| parser.fault(&fault))? {
        let tree = Rc::new(tree);
        if !parser.command(&tree)? {
            break;
        }
    }
    *status = parser.status;
    Ok(plan::program(parser.terms, parser.predicates, parser.clauses))
}

struct Parser<'a> {
    source: &'a str,
    lines: LineIndex<'a>,
    terms: Terms,
    symbols: Symbols,
    work: Work,
    predicates: Vec<Declared>,
    clauses: Vec<Raw>,
    status: Option<Expectation>,
    /// Whether there was a `check-sat`.
    is_asked: bool,
}

const NOT_HORN: &str =
    "a clause is (forall (variables) (=> body head)), with at most one predicate in the body";

impl Parser<'_> {
    /// Executes a command; whether there may be another.
    fn command(&mut self, tree: &Rc<Tree>) -> Result<bool, Diagnostic> {
        let root = tree.root();
        let members = tree.list(root).unwrap_or(&[]);
        let Some((name, arguments)) =
            members.split_first().and_then(|(&head, rest)| Some((tree.symbol(head)?.clone(), rest)))
        else {
            return Err(self.wrong(tree, root, "expected a command"));
        };
        match (&*name, arguments) {
            ("set-logic", &[logic]) if tree.symbol(logic).is_some_and(|name| &**name == "HORN") => {}
            ("set-logic", &[logic]) => {
                let message = format!("the logic {} is not read here; HORN is", tree.text(logic));
                return Err(self.wrong(tree, logic, &message));
            }
            ("set-info", _) => self.info(tree, arguments),
            ("set-option" | "get-model" | "get-proof" | "get-info" | "echo", _) => {}
            ("exit", []) => return Ok(false),
            ("check-sat", []) => self.is_asked = true,
            ("declare-fun" | "declare-const" | "define-fun" | "assert", _) if self.is_asked => {
                return Err(self.wrong(tree, root, "nothing may be added after `check-sat`"));
            }
            ("declare-fun", &[name, sorts, result]) => self.declare(tree, name, Some(sorts), result)?,
            ("declare-const", &[name, result]) => self.declare(tree, name, None, result)?,
            ("define-fun", &[name, parameters, result, body]) => {
                self.define(tree, [name, parameters, result, body]).map_err(|fault| self.fault(&fault))?;
            }
            ("assert", &[formula]) => self.assert(tree, formula)?,
            ("declare-rel" | "declare-var" | "rule" | "query", _) => {
                let message =
                    format!("`{name}` belongs to the input of Z3's fixed-point engine, which is not read");
                let help = "declare predicates by `declare-fun`, and assert clauses";
                return Err(self.wrong(tree, root, &message).help(help));
            }
            ("declare-datatype" | "declare-datatypes", _) => {
                return Err(self.wrong(tree, root, "datatypes are not supported; there are Bool and Int"));
            }
            ("declare-sort" | "define-sort", _) => {
                return Err(self.wrong(
                    tree,
                    root,
                    "sorts of one's own are not supported; there are Bool and Int",
                ));
            }
            (
                "set-logic" | "check-sat" | "exit" | "declare-fun" | "declare-const" | "define-fun"
                | "assert",
                _,
            ) => {
                let message = format!("`{name}` has other arguments");
                return Err(self.wrong(tree, root, &message));
            }
            _ => return Err(self.wrong(tree, root, &format!("the command `{name}` is not supported"))),
        }
        Ok(true)
    }

    /// `(set-info :status sat)`.
    fn info(&mut self, tree: &Tree, arguments: &[Id]) {
        if let &[key, value] = arguments
            && tree.keyword(key) == Some(":status")
        {
            let verdict = match tree.symbol(value).map(|name| &**name) {
                Some("sat") => ExpectedVerdict::Safe,
                Some("unsat") => ExpectedVerdict::Unsafe,
                _ => return,
            };
            let span = self.span(tree, tree.root());
            self.status = Some(Expectation { verdict, iterations: None, span });
        }
    }

    fn declare(&mut self, tree: &Tree, name: Id, sorts: Option<Id>, result: Id) -> Result<(), Diagnostic> {
        let Some(text) = tree.symbol(name) else { return Err(self.wrong(tree, name, "expected a name")) };
        let sorts = sorts.map_or(&[][..], |sorts| tree.list(sorts).unwrap_or(&[]));
        let sorts: Result<Rc<[Sort]>, Fault> = sorts.iter().map(|&id| sexp::sort(tree, id)).collect();
        let sorts = sorts.map_err(|fault| self.fault(&fault))?;
        if sexp::sort(tree, result).map_err(|fault| self.fault(&fault))? != Sort::Bool {
            let what = if sorts.is_empty() { "constant" } else { "function" };
            let message = format!("`{text}` is a {what} of numbers; only predicates can be declared");
            return Err(self.wrong(tree, name, &message).help("its values must be of sort Bool"));
        }
        let meaning = Meaning::Predicate(self.predicates.len(), sorts.clone());
        let defined = self.symbols.define(text, meaning);
        defined.map_err(|problem| self.fault(&Fault::new(tree.place(name), problem)))?;
        let span = self.span(tree, tree.root());
        self.predicates.push(Declared { name: text.to_string(), span, sorts: sorts.to_vec() });
        Ok(())
    }

    fn define(&mut self, tree: &Rc<Tree>, parts: [Id; 4]) -> Result<(), Fault> {
        let [name, parameters, result, body] = parts;
        let at = |id| move |problem| Fault::new(tree.place(id), problem);
        let text = tree.symbol(name).ok_or_else(|| at(name)(Problem::Expected("a name")))?;
        let (parameters, result) = (sexp::parameters(tree, parameters)?, sexp::sort(tree, result)?);
        // Read with arguments that are not known, so that mistakes are told where they are.
        let mut reader = TermReader::new(&self.terms, &mut self.symbols, &mut self.work);
        for (name, sort) in &parameters {
            let argument = self.terms.of(self.terms.symbol(name, Stamp::Primed, *sort));
            reader.bind(name, Value::of(&self.terms, argument));
        }
        let (value, _, applied) = reader.clause(tree, body)?;
        if let Some(first) = applied.first() {
            let problem = Problem::Unsupported("predicates in definitions are".into());
            return Err(Fault::new(first.place, problem));
        }
        if value.sort() != result {
            return Err(at(body)(Problem::TermSort { expected: result, found: value.sort() }));
        }
        let meaning = match parameters.is_empty() {
            true => Meaning::Defined(value.term(&self.terms)),
            false => Meaning::Function(Rc::new(Function { parameters, result, tree: tree.clone(), body })),
        };
        self.symbols.define(text, meaning).map_err(at(name))
    }

    fn assert(&mut self, tree: &Rc<Tree>, formula: Id) -> Result<(), Diagnostic> {
        let reader = TermReader::new(&self.terms, &mut self.symbols, &mut self.work);
        let (value, _, applied) = reader.clause(tree, formula).map_err(|fault| self.fault(&fault))?;
        if value.sort() != Sort::Bool {
            let problem = Problem::TermSort { expected: Sort::Bool, found: value.sort() };
            return Err(self.fault(&Fault::new(tree.place(formula), problem)));
        }
        let parts = split(&self.terms, value.term(&self.terms), &applied).map_err(|refused| {
            let message = match refused {
                Refused::TooDeep => "this is nested too deeply",
                Refused::TooMany => "this stands for too many clauses",
                Refused::Inside => "a predicate stands inside of an arithmetic term",
            };
            self.wrong(tree, formula, message)
        })?;
        let span = self.span(tree, tree.root());
        for part in parts {
            let constraint = self.terms.and(part.constraint);
            if self.terms.as_bool(constraint) == Some(false) {
                continue;
            }
            let second = |of: &std::collections::BTreeSet<usize>| {
                let mut all: Vec<&Applied> = of.iter().map(|&number| &applied[number]).collect();
                logic::order::sort_by_key(&mut all, |a| a.place);
                all.get(1).map(|a| (a.place, self.predicates[a.predicate].name.clone()))
            };
            if let Some((place, name)) = second(&part.body) {
                let message =
                    format!("the clause is not linear: `{name}` is the second predicate in its body");
                return Err(self.at(place, Code::FeatureUnsupported, message).help(NOT_HORN));
            }
            if let Some((place, name)) = second(&part.head) {
                let message = format!("this is no Horn clause: `{name}` is the second predicate in its head");
                return Err(self.at(place, Code::FeatureUnsupported, message).help(NOT_HORN));
            }
            let atom = |of: &std::collections::BTreeSet<usize>| {
                of.first().map(|&number| Atom {
                    predicate: applied[number].predicate,
                    arguments: applied[number].arguments.clone(),
                })
            };
            self.clauses.push(Raw { span, body: atom(&part.body), constraint, head: atom(&part.head) });
        }
        Ok(())
    }

    /// The byte at a place.
    fn offset(&self, place: Place) -> usize {
        let (start, line) = self.lines.line(place.line);
        let column = (place.column as usize).saturating_sub(1);
        start + line.char_indices().nth(column).map_or(line.len(), |(at, _)| at)
    }

    fn span(&self, tree: &Tree, id: Id) -> Span {
        Span::new(self.offset(tree.place(id)), self.offset(tree.end(id)))
    }

    /// Something wrong with an expression.
    fn wrong(&self, tree: &Tree, id: Id, message: &str) -> Diagnostic {
        let head = match tree.shape(id) {
            Shape::List([head, ..]) => {
                self.span(tree, id).start as usize..self.span(tree, *head).end as usize
            }
            Shape::Atom(Token::String(_)) | Shape::List([]) | Shape::Atom(_) => {
                let span = self.span(tree, id);
                span.start as usize..span.end as usize
            }
        };
        Diagnostic::error(Code::FeatureUnsupported, Span::new(head.start, head.end), message)
    }

    /// Something wrong at a place: the word there, or a parenthesis with the word behind it.
    fn at(&self, place: Place, code: Code, message: String) -> Diagnostic {
        let start = self.offset(place);
        let rest = &self.source[start..];
        let word = rest.trim_start_matches('(');
        let ends = |c: char| c.is_whitespace() || "();".contains(c);
        let length = rest.len() - word.len() + word.find(ends).unwrap_or(word.len());
        Diagnostic::error(code, Span::new(start, start + length), message)
    }

    fn fault(&self, fault: &Fault) -> Diagnostic {
        let code = match fault.problem {
            Problem::Nonlinear => Code::NonlinearProduct,
            Problem::VariableDivisor => Code::NonconstantDivisor,
            Problem::DivisionByZero => Code::DivisionByZero,
            Problem::UnknownSymbol(_) => Code::UndeclaredVariable,
            Problem::Redeclared(_) => Code::DuplicateDeclaration,
            Problem::TermSort { .. } | Problem::ArgumentSort { .. } => Code::TypeMismatch,
            Problem::Unsupported(_) | Problem::UnknownSort(_) | Problem::Quantifier => {
                Code::FeatureUnsupported
            }
            _ => Code::UnexpectedToken,
        };
        self.at(fault.place, code, fault.problem.to_string())
    }
}
