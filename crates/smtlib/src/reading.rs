//! Reads terms from S-expressions, with an explicit stack of tasks instead of recursion, so that deep terms do not
//! overflow the stack.

use crate::fault::{Fault, Place, Problem};
use crate::number::{Number, Work};
use crate::operator::{Arguments, Operator, Value, apply, arity_text, unsupported};
use crate::sexp::{Id, Shape, Token, Tree};
use crate::symbols::{Function, Meaning, Symbols};
use logic::{Int, Sort, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The attribute that gives a term a name.
const NAMED: &str = ":named";
/// What a step in a function's body counts, beside a part of a sum.
const STEP: usize = 2;

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
}

enum Task {
    /// Read a term, and leave its value.
    Read(Id),
    /// Apply a function of the theories to the last values.
    Apply(Operator, Id),
    /// Apply a function of the script to the last values.
    Call(Rc<Function>, Id),
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
            Token::Symbol(name) => self.symbol(name).map_err(fault),
            Token::Other(text) => {
                Err(fault(Problem::Unsupported(format!("`{text}` is no integer; other numbers are"))))
            }
            Token::String(_) => Err(fault(Problem::Unsupported("strings are".into()))),
            Token::Keyword(_) => Err(fault(Problem::Expected("a term"))),
        }
    }

    fn symbol(&mut self, name: &Rc<str>) -> Result<Value, Problem> {
        let local = self.bound.get(name).and_then(|stack| stack.last());
        if let Some((text, value)) = local
            && *text == self.texts.len()
        {
            return Ok(value.clone());
        }
        match self.symbols.meaning(name) {
            Some(Meaning::Constant(v)) => return Ok(Value::of(self.terms, self.terms.of(*v))),
            Some(Meaning::Defined(t)) => return Ok(Value::of(self.terms, *t)),
            Some(Meaning::Function(_)) => return Err(Problem::NeedsArguments(name.to_string())),
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

/// The names in the attributes of `(! term ..)`.
///
/// # Errors
/// When the attributes are no attributes.
pub fn names(tree: &Tree, id: Id) -> Result<Vec<Id>, Fault> {
    let mut out = Vec::new();
    let mut rest = tree.list(id).unwrap_or(&[]).iter().skip(2).peekable();
    while let Some(&keyword) = rest.next() {
        let Some(name) = tree.keyword(keyword) else {
            return Err(Fault::new(tree.place(keyword), Problem::Expected("an attribute such as :named")));
        };
        let value = rest.next_if(|&&v| tree.keyword(v).is_none()).copied();
        if name == NAMED {
            out.push(value.ok_or_else(|| {
                Fault::new(tree.place(keyword), Problem::Expected("a symbol after :named"))
            })?);
        }
    }
    Ok(out)
}

/// The sort that an expression names.
///
/// # Errors
/// When it names none that there is.
pub fn sort(tree: &Tree, id: Id) -> Result<Sort, Fault> {
    match tree.symbol(id).map(|s| &**s) {
        Some("Bool") => Ok(Sort::Bool),
        Some("Int") => Ok(Sort::Int),
        _ => Err(Fault::new(tree.place(id), Problem::UnknownSort(tree.text(id)))),
    }
}
