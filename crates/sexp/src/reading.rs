//! Reads terms from S-expressions, with an explicit stack of tasks instead of recursion, so that deep terms do not
//! overflow the stack.

use crate::fault::{Fault, Place, Problem};
use crate::lists::{names, parameters, universal};
use crate::number::{Number, Work};
use crate::operator::{Arguments, Operator, Value, apply, arity_text, unsupported};
use crate::symbols::{Function, Meaning, Symbols};
use crate::tree::{Id, Shape, Token, Tree};
use logic::{Int, Sort, Stamp, Term, Terms, Var};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What a step in a function's body counts, beside a part of a sum.
const STEP: usize = 2;

/// A variable that a quantifier binds.
#[derive(Clone, Debug)]
pub struct Bound {
    /// Its name in the text.
    pub name: Rc<str>,
    /// A symbol of its own, with the stamp of the next state: no name of a script has one.
    pub var: Var,
}

/// A predicate with arguments, as an atom of a clause.
#[derive(Clone, Debug)]
pub struct Applied {
    /// The predicate's number.
    pub predicate: usize,
    /// What it is applied to.
    pub arguments: Vec<Term>,
    /// Where it stands.
    pub place: Place,
    /// What stands for it in the clause.
    pub atom: Term,
}

/// Reads terms.
pub struct TermReader<'s> {
    terms: &'s Terms,
    symbols: &'s mut Symbols,
    work: &'s mut Work,
    tasks: Vec<Task>,
    values: Vec<Value>,
    /// The texts that are being read: the command, then the definitions of the functions that are being expanded.
    texts: Vec<Rc<Tree>>,
    /// What `let` and parameters have bound, with the text in which they did.
    bound: FxHashMap<Rc<str>, Vec<(usize, Value)>>,
    /// Whether what is read is the body of a function with parameters.
    in_definition: bool,
    /// The quantifiers that may be read, in a clause; nowhere else are there any.
    quantifiers: Option<FxHashSet<Id>>,
    variables: Vec<Bound>,
    applied: Vec<Applied>,
}

enum Task {
    /// Read a term, and leave its value.
    Read(Id),
    /// Apply a function of the theories to the last values.
    Apply(Operator, Id),
    /// Apply a function of the script to the last values.
    Call(Rc<Function>, Id),
    /// Apply a predicate to the last values.
    State(usize, Rc<[Sort]>, Id),
    /// The body of a function has been read.
    Return(Rc<Function>),
    /// The terms of a list of `let` have been read: bind them, and read the body.
    Bind(Id, Id),
    /// The body has been read.
    Unbind(Id),
    /// The term of an annotation has been read.
    Annotate(Id),
}

impl<'s> TermReader<'s> {
    /// A reader of terms over the symbols of a script.
    pub fn new(terms: &'s Terms, symbols: &'s mut Symbols, work: &'s mut Work) -> TermReader<'s> {
        TermReader {
            terms,
            symbols,
            work,
            tasks: Vec::new(),
            values: Vec::new(),
            texts: Vec::new(),
            bound: FxHashMap::default(),
            in_definition: false,
            quantifiers: None,
            variables: Vec::new(),
            applied: Vec::new(),
        }
    }

    /// Binds a parameter, before its function's body is read for the first time.
    pub fn bind(&mut self, name: &Rc<str>, value: Value) {
        // Texts are counted from one once the reading has begun.
        self.bound.entry(name.clone()).or_default().push((1, value));
        self.in_definition = true;
    }

    /// Reads a term. A reader reads one term.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(mut self, tree: &Rc<Tree>, id: Id) -> Result<Value, Fault> {
        self.whole(tree, id)
    }

    /// Reads a clause, with all its variables and the predicates in it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn clause(mut self, tree: &Rc<Tree>, id: Id) -> Result<(Value, Vec<Bound>, Vec<Applied>), Fault> {
        self.quantifiers = Some(universal(tree, id));
        let value = self.whole(tree, id)?;
        Ok((value, self.variables, self.applied))
    }

    fn whole(&mut self, tree: &Rc<Tree>, id: Id) -> Result<Value, Fault> {
        self.texts.push(tree.clone());
        self.tasks.push(Task::Read(id));
        while let Some(task) = self.tasks.pop() {
            self.perform(task)?;
        }
        self.values.pop().ok_or_else(|| Fault::new(tree.place(id), Problem::Expected("a term")))
    }

    fn text(&self) -> Rc<Tree> {
        self.texts[self.texts.len() - 1].clone()
    }

    fn perform(&mut self, task: Task) -> Result<(), Fault> {
        let tree = self.text();
        match task {
            Task::Read(id) => self.term(&tree, id),
            Task::Apply(operator, id) => {
                let members = tree.list(id).unwrap_or(&[]);
                let places = members[1..].iter().map(|&m| tree.place(m)).collect();
                let values = self.values.split_off(self.values.len() - (members.len() - 1));
                let arguments = Arguments { operator: &operator, place: tree.place(id), values, places };
                self.values.push(apply(self.terms, self.work, arguments)?);
                Ok(())
            }
            Task::Call(function, id) => self.call(&tree, function, id),
            Task::State(predicate, sorts, id) => self.state(&tree, predicate, &sorts, id),
            Task::Return(function) => {
                function.parameters.iter().for_each(|(name, _)| self.unbind(name));
                self.texts.pop();
                match self.values.last().map(Value::sort) {
                    Some(found) if found != function.result => {
                        let problem = Problem::TermSort { expected: function.result, found };
                        Err(Fault::new(tree.place(function.body), problem))
                    }
                    _ => Ok(()),
                }
            }
            Task::Bind(list, body) => {
                let bindings = tree.list(list).unwrap_or(&[]);
                let values = self.values.split_off(self.values.len() - bindings.len());
                self.tasks.push(Task::Unbind(list));
                self.tasks.push(Task::Read(body));
                for (&b, value) in bindings.iter().zip(values) {
                    if let Some(name) = tree.list(b).and_then(|pair| tree.symbol(pair[0])) {
                        let value = Value::of(self.terms, value.term(self.terms));
                        self.bound.entry(name.clone()).or_default().push((self.texts.len(), value));
                    }
                }
                Ok(())
            }
            Task::Unbind(list) => {
                for &b in tree.list(list).unwrap_or(&[]) {
                    if let Some(name) = tree.list(b).and_then(|pair| tree.symbol(pair[0])) {
                        self.unbind(name);
                    }
                }
                Ok(())
            }
            Task::Annotate(id) => self.annotate(&tree, id),
        }
    }

    fn term(&mut self, tree: &Rc<Tree>, id: Id) -> Result<(), Fault> {
        if self.texts.len() > 1 {
            // A step in the body of a function, which the text of the script does not pay for.
            self.work.count(STEP).map_err(|p| Fault::new(tree.place(id), p))?;
        }
        match tree.shape(id) {
            Shape::Atom(token) => {
                let value = self.atom(token, tree.place(id))?;
                self.values.push(value);
                Ok(())
            }
            Shape::List(members) => self.application(tree, id, members),
        }
    }

    fn unbind(&mut self, name: &Rc<str>) {
        if let Some(stack) = self.bound.get_mut(name) {
            stack.pop();
        }
    }

    fn atom(&mut self, token: &Token, place: Place) -> Result<Value, Fault> {
        let fault = |problem| Fault::new(place, problem);
        match token {
            Token::Numeral(digits) => Number::numeral(digits, self.work).map(Value::Number).map_err(fault),
            Token::Symbol(name) => self.symbol(name, place).map_err(fault),
            Token::Other(text) => {
                Err(fault(Problem::Unsupported(format!("`{text}` is no integer; other numbers are"))))
            }
            Token::String(_) => Err(fault(Problem::Unsupported("strings are".into()))),
            Token::Keyword(_) => Err(fault(Problem::Expected("a term"))),
        }
    }

    fn symbol(&mut self, name: &Rc<str>, place: Place) -> Result<Value, Problem> {
        let local = self.bound.get(name).and_then(|stack| stack.last());
        if let Some((text, value)) = local
            && *text == self.texts.len()
        {
            return Ok(value.clone());
        }
        match self.symbols.meaning(name) {
            Some(Meaning::Constant(v)) => return Ok(Value::of(self.terms, self.terms.of(*v))),
            Some(Meaning::Defined(t)) => return Ok(Value::of(self.terms, *t)),
            Some(Meaning::Predicate(predicate, sorts)) if sorts.is_empty() => {
                let predicate = *predicate;
                return Ok(Value::Formula(self.atom_of(predicate, Vec::new(), place)));
            }
            Some(Meaning::Function(_) | Meaning::Predicate(..)) => {
                return Err(Problem::NeedsArguments(name.to_string()));
            }
            None => {}
        }
        match &**name {
            "true" | "false" => Ok(Value::Formula(self.terms.bool(&**name == "true"))),
            _ if Operator::named(name).is_some() => Err(Problem::NeedsArguments(name.to_string())),
            _ => match name.strip_prefix('-') {
                // Not SMT-LIB, strictly, but some programs write negative numbers so.
                Some(digits) if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => {
                    let size = Number::numeral(digits, self.work)?;
                    size.times(&Int::MINUS_ONE, self.terms, self.work).map(Value::Number)
                }
                _ => Err(unknown(name)),
            },
        }
    }

    fn application(&mut self, tree: &Rc<Tree>, id: Id, members: &[Id]) -> Result<(), Fault> {
        let fault = |problem| Fault::new(tree.place(id), problem);
        let Some((&head, arguments)) = members.split_first() else {
            return Err(fault(Problem::Expected("a term")));
        };
        let read_all =
            |tasks: &mut Vec<Task>, ids: &[Id]| tasks.extend(ids.iter().rev().map(|&m| Task::Read(m)));
        let Some(name) = tree.symbol(head) else {
            let operator = self.indexed(tree, head)?;
            self.tasks.push(Task::Apply(operator, id));
            read_all(&mut self.tasks, arguments);
            return Ok(());
        };
        match &**name {
            "let" => return self.read_let(tree, id, arguments),
            "forall" | "exists" if self.quantifiers.is_some() => {
                return self.quantifier(tree, id, arguments);
            }
            "!" => {
                let &[term, _, ..] = arguments else {
                    return Err(fault(Problem::Expected("a term and its attributes")));
                };
                self.tasks.push(Task::Annotate(id));
                self.tasks.push(Task::Read(term));
                return Ok(());
            }
            "_" => return Err(fault(Problem::Unsupported("indexed constants are".into()))),
            "as" => return Err(fault(Problem::Unsupported("qualified constants are".into()))),
            _ => {}
        }
        match self.symbols.meaning(name) {
            Some(Meaning::Function(function)) => self.tasks.push(Task::Call(function.clone(), id)),
            Some(Meaning::Predicate(predicate, sorts)) if !sorts.is_empty() => {
                self.tasks.push(Task::State(*predicate, sorts.clone(), id));
            }
            Some(_) => return Err(Fault::new(tree.place(head), Problem::NotAFunction(name.to_string()))),
            None => match Operator::named(name) {
                Some(operator) => self.tasks.push(Task::Apply(operator, id)),
                None => return Err(Fault::new(tree.place(head), unknown(name))),
            },
        }
        read_all(&mut self.tasks, arguments);
        Ok(())
    }

    /// `(_ divisible n)`.
    fn indexed(&mut self, tree: &Tree, head: Id) -> Result<Operator, Fault> {
        let fault = |problem| Fault::new(tree.place(head), problem);
        let &[underscore, name, index] = tree.list(head).unwrap_or(&[]) else {
            return Err(fault(Problem::Expected("a function")));
        };
        let is = |id, text: &str| tree.symbol(id).is_some_and(|s| &**s == text);
        if !is(underscore, "_") || !is(name, "divisible") {
            return Err(fault(Problem::Unsupported("this function is".into())));
        }
        let Shape::Atom(Token::Numeral(digits)) = tree.shape(index) else {
            return Err(Fault::new(tree.place(index), Problem::Expected("a numeral")));
        };
        let divisor = Number::numeral(digits, self.work).and_then(|n| n.as_constant(self.terms, self.work));
        match divisor.map_err(fault)? {
            Some(d) if d.is_positive() => Ok(Operator::Divisible(d)),
            _ => Err(fault(Problem::DivisionByZero)),
        }
    }

    fn read_let(&mut self, tree: &Tree, id: Id, arguments: &[Id]) -> Result<(), Fault> {
        let &[list, body] = arguments else {
            return Err(Fault::new(tree.place(id), Problem::Expected("bindings and a term after `let`")));
        };
        let bindings = tree.list(list).unwrap_or(&[]);
        if bindings.is_empty() {
            return Err(Fault::new(tree.place(list), Problem::Expected("a list of bindings")));
        }
        let mut names: FxHashSet<&str> = FxHashSet::default();
        let mut bodies = Vec::with_capacity(bindings.len());
        for &b in bindings {
            let (Some(&[name, value]), place) = (tree.list(b), tree.place(b)) else {
                return Err(Fault::new(tree.place(b), Problem::Expected("a name and a term")));
            };
            let name =
                tree.symbol(name).ok_or_else(|| Fault::new(place, Problem::Expected("a name and a term")))?;
            if !names.insert(name) {
                return Err(Fault::new(place, Problem::BoundTwice(name.to_string())));
            }
            bodies.push(Task::Read(value));
        }
        self.tasks.push(Task::Bind(list, body));
        self.tasks.extend(bodies.into_iter().rev());
        Ok(())
    }

    fn quantifier(&mut self, tree: &Rc<Tree>, id: Id, arguments: &[Id]) -> Result<(), Fault> {
        let fault = |problem| Err(Fault::new(tree.place(id), problem));
        let &[list, body] = arguments else {
            return fault(Problem::Expected("a list of variables and a formula"));
        };
        let is_outermost = self.quantifiers.as_ref().is_some_and(|all| all.contains(&id));
        if self.texts.len() > 1 || !is_outermost {
            return fault(Problem::Quantifier);
        }
        for (name, sort) in parameters(tree, list)? {
            let is_free = |symbol: &str, of: &Self| {
                let var = of.terms.symbol(symbol, Stamp::Primed, sort);
                of.variables.iter().all(|bound| bound.var != var).then_some(var)
            };
            let var = (1..).find_map(|n| match n {
                1 => is_free(&name, self),
                _ => is_free(&format!("{name}#{n}"), self),
            });
            let Some(var) = var else { continue };
            let value = Value::of(self.terms, self.terms.of(var));
            self.bound.entry(name.clone()).or_default().push((self.texts.len(), value));
            self.variables.push(Bound { name, var });
        }
        self.tasks.push(Task::Unbind(list));
        self.tasks.push(Task::Read(body));
        Ok(())
    }

    /// A predicate that has been given arguments.
    fn state(&mut self, tree: &Tree, predicate: usize, sorts: &[Sort], id: Id) -> Result<(), Fault> {
        let members = tree.list(id).unwrap_or(&[]);
        let function =
            || members.first().and_then(|&h| tree.symbol(h)).map_or_else(String::new, |n| n.to_string());
        let found = members.len() - 1;
        let values = self.values.split_off(self.values.len() - found);
        if found != sorts.len() {
            let expected = arity_text(sorts.len(), sorts.len());
            let problem = Problem::ArgumentCount { function: function(), expected, found };
            return Err(Fault::new(tree.place(id), problem));
        }
        let mut arguments = Vec::with_capacity(found);
        for (i, (value, &expected)) in values.into_iter().zip(sorts).enumerate() {
            let found = value.sort();
            if found != expected {
                let problem =
                    Problem::ArgumentSort { function: function(), argument: i + 1, expected, found };
                return Err(Fault::new(tree.place(members[i + 1]), problem));
            }
            arguments.push(value.term(self.terms));
        }
        let atom = self.atom_of(predicate, arguments, tree.place(id));
        self.values.push(Value::Formula(atom));
        Ok(())
    }

    /// What stands for a predicate with these arguments, wherever it has them.
    fn atom_of(&mut self, predicate: usize, arguments: Vec<Term>, place: Place) -> Term {
        let known = self.applied.iter().find(|a| a.predicate == predicate && a.arguments == arguments);
        if let Some(known) = known {
            return known.atom;
        }
        let number = u32::try_from(self.applied.len()).unwrap_or(u32::MAX);
        let atom = self.terms.of(self.terms.symbol("predicate", Stamp::At(number), Sort::Bool));
        self.applied.push(Applied { predicate, arguments, place, atom });
        atom
    }

    fn call(&mut self, tree: &Tree, function: Rc<Function>, id: Id) -> Result<(), Fault> {
        let place = tree.place(id);
        let members = tree.list(id).unwrap_or(&[]);
        let name =
            || members.first().and_then(|&h| tree.symbol(h)).map_or_else(String::new, |n| n.to_string());
        let found = members.len() - 1;
        let expected = function.parameters.len();
        if found != expected {
            let expected = arity_text(expected, expected);
            return Err(Fault::new(place, Problem::ArgumentCount { function: name(), expected, found }));
        }
        let values = self.values.split_off(self.values.len() - found);
        self.texts.push(function.tree.clone());
        for (i, ((parameter, sort), value)) in function.parameters.iter().zip(values).enumerate() {
            if value.sort() != *sort {
                let (expected, found) = (*sort, value.sort());
                let problem = Problem::ArgumentSort { function: name(), argument: i + 1, expected, found };
                return Err(Fault::new(tree.place(members[i + 1]), problem));
            }
            let value = Value::of(self.terms, value.term(self.terms));
            self.bound.entry(parameter.clone()).or_default().push((self.texts.len(), value));
        }
        self.tasks.push(Task::Return(function.clone()));
        self.tasks.push(Task::Read(function.body));
        Ok(())
    }

    fn annotate(&mut self, tree: &Tree, id: Id) -> Result<(), Fault> {
        for name in names(tree, id)? {
            let place = tree.place(name);
            let name = tree.symbol(name).ok_or_else(|| Fault::new(place, Problem::Expected("a symbol")))?;
            if self.in_definition || self.texts.len() > 1 {
                return Err(Fault::new(place, Problem::NamedInFunction));
            }
            if let Some(value) = self.values.pop() {
                let term = value.term(self.terms);
                self.values.push(Value::of(self.terms, term));
                self.symbols.define(name, Meaning::Defined(term)).map_err(|p| Fault::new(place, p))?;
            }
        }
        Ok(())
    }
}

fn unknown(name: &str) -> Problem {
    match unsupported(name) {
        Some(what) => Problem::Unsupported(what.into()),
        None => Problem::UnknownSymbol(name.into()),
    }
}
