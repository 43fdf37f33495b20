//! A script being executed: what is asserted, what was answered last, and which command does what.

use crate::options::Options;
use logic::{Sort, Term, Terms};
use proof::Part;
use sexp::Symbols;
use sexp::TermReader;
use sexp::Value;
use sexp::Work;
use sexp::{Fault, Problem};
use sexp::{Id, Reader, Shape, Token, Tree};
use solver::{Counted, Door, Model, Purpose, Unknown};
use std::collections::BTreeMap;
use std::rc::Rc;

pub use crate::printing::Response;

/// Scopes that may be open at a time.
const SCOPES: usize = 100_000;

/// A formula that the script has asserted.
pub(crate) struct Assertion {
    pub(crate) term: Term,
    /// Its number in the solver.
    pub(crate) part: Part,
    /// The names it was given as a whole.
    pub(crate) names: Vec<Rc<str>>,
    /// The command, to print the formula as it was written.
    pub(crate) tree: Rc<Tree>,
}

/// The last answer, as far as questions can be asked about it.
pub(crate) enum Last {
    /// Nothing was asked, or what is asserted has changed since.
    None,
    /// It holds.
    Sat(Model),
    /// It is unsatisfiable because of these formulas and these assumptions, as they were written.
    Unsat { core: Vec<Part>, failed: Vec<String> },
    /// Nobody knows.
    Unknown(Unknown),
}

/// The part of a script's state that `reset` makes anew.
pub(crate) struct State {
    pub(crate) terms: Rc<Terms>,
    pub(crate) door: Door,
    pub(crate) solver: Counted,
    pub(crate) symbols: Symbols,
    pub(crate) work: Work,
    pub(crate) options: Options,
    /// The options that were set, as they were written.
    pub(crate) given: BTreeMap<String, String>,
    pub(crate) assertions: Vec<Assertion>,
    /// How many assertions there were when each scope was opened.
    pub(crate) scopes: Vec<usize>,
    pub(crate) last: Last,
}

impl State {
    fn new(door: &Door, terms: Rc<Terms>, options: Options) -> State {
        State {
            door: door.clone(),
            solver: door.open(options.limits),
            terms,
            symbols: Symbols::default(),
            work: Work::default(),
            options,
            given: BTreeMap::new(),
            assertions: Vec::new(),
            scopes: Vec::new(),
            last: Last::None,
        }
    }
}

/// A script being executed. See the crate's documentation.
pub struct Script {
    file: String,
    /// The options at the beginning, and after `reset`.
    initial: Options,
    reader: Reader,
    pub(crate) state: State,
    over: bool,
    failed: bool,
    faulty: bool,
}

/// What an executed command leads to.
pub(crate) type Executed = Result<Response, Fault>;

impl Script {
    /// A script of which nothing has been read. `file` is what errors call its text.
    pub fn new(file: &str, options: Options) -> Script {
        Script::in_store(Rc::default(), file, options)
    }

    /// The same, with its terms in a store that is there already.
    pub fn in_store(terms: Rc<Terms>, file: &str, options: Options) -> Script {
        Script::through(&smt::door(), terms, file, options)
    }

    /// The same, answered by the solver behind a door.
    pub fn through(door: &Door, terms: Rc<Terms>, file: &str, options: Options) -> Script {
        Script {
            file: file.to_owned(),
            initial: options.clone(),
            reader: Reader::default(),
            state: State::new(&door.to(Purpose::Engine), terms, options),
            over: false,
            failed: false,
            faulty: false,
        }
    }

    /// The answers to a whole script, and whether it was free of errors.
    pub fn run(file: &str, text: &str, options: Options) -> (Vec<Response>, bool) {
        let mut script = Script::new(file, options);
        script.feed(text);
        script.end();
        let responses = std::iter::from_fn(|| script.advance()).collect();
        (responses, !script.failed())
    }

    /// More text.
    pub fn feed(&mut self, text: &str) {
        self.reader.feed(text);
    }

    /// There will be no more text.
    pub fn end(&mut self) {
        self.reader.end();
    }

    /// Whether nothing more will be executed: after `exit`, or an error that is not only a question's.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether there has been an error.
    pub fn failed(&self) -> bool {
        self.failed
    }

    /// Whether a check of our own has failed, which is a defect.
    pub fn is_faulty(&self) -> bool {
        self.faulty
    }

    /// The formulas that are asserted now, in order.
    pub fn assertions(&self) -> Vec<Term> {
        self.state.assertions.iter().map(|a| a.term).collect()
    }

    /// The store of its terms. `reset` and `reset-assertions` begin a new one.
    pub fn terms(&self) -> &Rc<Terms> {
        &self.state.terms
    }

    /// Executes commands up to the next answer. None when the text that has arrived is used up, or the script is over.
    pub fn advance(&mut self) -> Option<Response> {
        while !self.over {
            let tree = match self.reader.next_list() {
                Ok(tree) => Rc::new(tree?),
                Err(fault) => return Some(self.stop(&fault)),
            };
            match self.execute(&tree) {
                Ok(Response::Success) if !self.state.options.print_success => {}
                Ok(response) => return Some(response),
                Err(fault) if is_question(&tree) => return Some(self.complain(&fault)),
                Err(fault) => return Some(self.stop(&fault)),
            }
        }
        None
    }

    fn complain(&mut self, fault: &Fault) -> Response {
        self.failed = true;
        self.faulty |= matches!(fault.problem, Problem::Evidence(_));
        Response::Error(format!("{}:{fault}", self.file))
    }

    fn stop(&mut self, fault: &Fault) -> Response {
        self.over = true;
        self.complain(fault)
    }

    fn execute(&mut self, tree: &Rc<Tree>) -> Executed {
        let command = Command::new(tree)?;
        match command.name {
            "exit" => {
                self.over = true;
                Ok(Response::Success)
            }
            "reset" => {
                self.state = State::new(&self.state.door, Rc::default(), self.initial.clone());
                Ok(Response::Success)
            }
            "reset-assertions" => {
                let given = std::mem::take(&mut self.state.given);
                self.state = State {
                    given,
                    ..State::new(&self.state.door, Rc::default(), self.state.options.clone())
                };
                Ok(Response::Success)
            }
            _ => self.state.execute(&command),
        }
    }
}

/// Whether a command only asks, so that an error in it changes nothing.
fn is_question(tree: &Tree) -> bool {
    Command::new_name(tree).is_some_and(|name| name.starts_with("get-"))
}

/// A command, taken apart.
pub(crate) struct Command<'t> {
    pub(crate) tree: &'t Rc<Tree>,
    pub(crate) name: &'t str,
    pub(crate) arguments: &'t [Id],
}

impl<'t> Command<'t> {
    fn new_name(tree: &Tree) -> Option<&str> {
        let &head = tree.list(tree.root())?.first()?;
        tree.symbol(head).map(|s| &**s)
    }

    fn new(tree: &'t Rc<Tree>) -> Result<Command<'t>, Fault> {
        let name = Command::new_name(tree);
        let name =
            name.ok_or_else(|| Fault::new(tree.place(tree.root()), Problem::Expected("a command's name")))?;
        Ok(Command { tree, name, arguments: &tree.list(tree.root()).unwrap_or(&[])[1..] })
    }

    /// A fault at the command's beginning.
    pub(crate) fn fault(&self, problem: Problem) -> Fault {
        Fault::new(self.tree.place(self.tree.root()), problem)
    }

    /// A fault at one of its parts.
    pub(crate) fn fault_at(&self, id: Id, problem: Problem) -> Fault {
        Fault::new(self.tree.place(id), problem)
    }

    /// The arguments, which must be this many.
    pub(crate) fn exactly<const N: usize>(&self, expected: &'static str) -> Result<[Id; N], Fault> {
        <[Id; N]>::try_from(self.arguments).map_err(|_| self.fault(Problem::Expected(expected)))
    }

    /// A symbol among the arguments.
    pub(crate) fn symbol(&self, id: Id) -> Result<&'t Rc<str>, Fault> {
        self.tree.symbol(id).ok_or_else(|| self.fault_at(id, Problem::Expected("a symbol")))
    }

    /// The members of a list among the arguments.
    pub(crate) fn list(&self, id: Id) -> Result<&'t [Id], Fault> {
        self.tree.list(id).ok_or_else(|| self.fault_at(id, Problem::Expected("a list")))
    }
}

impl State {
    fn execute(&mut self, command: &Command<'_>) -> Executed {
        match command.name {
            "set-logic" => set_logic(command),
            "set-option" => self.set_option(command),
            "set-info" => Ok(Response::Success),
            "declare-fun" | "declare-const" => self.declare(command),
            "define-fun" | "define-const" => self.define(command),
            "assert" => self.assert(command),
            "push" | "pop" => self.scopes(command),
            "check-sat" | "check-sat-assuming" => self.check(command),
            "echo" => {
                let [text] = command.exactly("a string")?;
                match command.tree.shape(text) {
                    Shape::Atom(Token::String(_)) => Ok(Response::Text(command.tree.text(text))),
                    _ => Err(command.fault_at(text, Problem::Expected("a string"))),
                }
            }
            "get-model"
            | "get-value"
            | "get-assignment"
            | "get-assertions"
            | "get-unsat-core"
            | "get-unsat-assumptions"
            | "get-info"
            | "get-option"
            | "get-interpolants" => self.ask(command),
            "declare-sort"
            | "define-sort"
            | "declare-datatype"
            | "declare-datatypes"
            | "define-fun-rec"
            | "define-funs-rec"
            | "declare-sort-parameter"
            | "get-proof"
            | "simplify"
            | "minimize"
            | "maximize"
            | "declare-rel"
            | "rule"
            | "query" => {
                Err(command.fault(Problem::Unsupported(format!("the command `{}` is", command.name))))
            }
            _ => Err(command.fault(Problem::UnknownCommand(command.name.to_owned()))),
        }
    }

    /// A formula of the script.
    pub(crate) fn formula(&mut self, tree: &Rc<Tree>, id: Id) -> Result<Term, Fault> {
        match self.term(tree, id)? {
            Value::Formula(t) => Ok(t),
            other => {
                let problem = Problem::TermSort { expected: Sort::Bool, found: other.sort() };
                Err(Fault::new(tree.place(id), problem))
            }
        }
    }

    /// A term of the script.
    pub(crate) fn term(&mut self, tree: &Rc<Tree>, id: Id) -> Result<Value, Fault> {
        TermReader::new(&self.terms, &mut self.symbols, &mut self.work).read(tree, id)
    }

    fn set_option(&mut self, command: &Command<'_>) -> Executed {
        let Some(name) = command.arguments.first().and_then(|&a| command.tree.keyword(a)) else {
            return Err(command.fault(Problem::Expected("an option")));
        };
        let value = command.arguments.get(1).copied();
        if !self.options.set(command.tree, name, value)? {
            return Ok(Response::Unsupported);
        }
        self.given.extend(value.map(|v| (name.to_owned(), command.tree.text(v))));
        self.solver.set_limits(self.options.limits);
        Ok(Response::Success)
    }

    fn scopes(&mut self, command: &Command<'_>) -> Executed {
        let levels = match command.arguments {
            [] => 1,
            &[n] => match command.tree.shape(n) {
                Shape::Atom(Token::Numeral(digits)) => digits.parse().unwrap_or(usize::MAX),
                _ => return Err(command.fault_at(n, Problem::Expected("a numeral"))),
            },
            _ => return Err(command.fault(Problem::Expected("at most one numeral"))),
        };
        self.last = Last::None;
        if command.name == "push" {
            if levels > SCOPES - self.scopes.len() {
                return Err(command.fault(Problem::TooManyScopes(SCOPES)));
            }
            for _ in 0..levels {
                self.scopes.push(self.assertions.len());
                self.symbols.push();
                self.solver.push();
            }
            return Ok(Response::Success);
        }
        if levels > self.scopes.len() {
            return Err(command.fault(Problem::TooManyPops(self.scopes.len())));
        }
        for _ in 0..levels {
            let len = self.scopes.pop().unwrap_or(0);
            self.assertions.truncate(len);
            self.symbols.pop();
            self.solver.pop();
        }
        Ok(Response::Success)
    }
}

/// Logics within linear integer arithmetic. Whatever they have beyond it is refused where it occurs.
const LOGICS: [&str; 6] = ["QF_LIA", "QF_IDL", "LIA", "QF_UFLIA", "QF_UFIDL", "ALL"];

fn set_logic(command: &Command<'_>) -> Executed {
    let [logic] = command.exactly("a logic")?;
    let name = command.symbol(logic)?;
    match LOGICS.contains(&&**name) {
        true => Ok(Response::Success),
        false => Err(command.fault_at(logic, Problem::Logic(name.to_string()))),
    }
}
