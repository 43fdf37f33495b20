//! Commands that declare, define and assert.

use crate::script::{Assertion, Command, Executed, Last, Response, State};
use logic::{Sort, Stamp};
use sexp::{Fault, Function, Id, Meaning, Problem, TermReader, Tree, Value, names, sort};
use std::rc::Rc;

impl State {
    /// `(declare-fun f () S)`, `(declare-const f S)`.
    pub(crate) fn declare(&mut self, command: &Command<'_>) -> Executed {
        let (name, sort_id) = if command.name == "declare-fun" {
            let [name, parameters, result] = command.exactly("a name, a list of sorts and a sort")?;
            if !command.list(parameters)?.is_empty() {
                let what = "functions that are not defined, only declared, are";
                return Err(command.fault_at(parameters, Problem::Unsupported(what.into())));
            }
            (name, result)
        } else {
            command.exactly("a name and a sort").map(|[name, result]| (name, result))?
        };
        let text = command.symbol(name)?;
        let sort = sort(command.tree, sort_id)?;
        let meaning = Meaning::Constant(self.terms.var(text, sort));
        self.symbols.define(text, meaning).map_err(|p| command.fault_at(name, p))?;
        Ok(Response::Success)
    }

    /// `(define-fun f ((x S) ..) S t)`, `(define-const f S t)`.
    pub(crate) fn define(&mut self, command: &Command<'_>) -> Executed {
        let (name, parameters, result, body) = if command.name == "define-fun" {
            let [name, parameters, result, body] =
                command.exactly("a name, a list of parameters, a sort and a term")?;
            (name, Some(parameters), result, body)
        } else {
            let [name, result, body] = command.exactly("a name, a sort and a term")?;
            (name, None, result, body)
        };
        let text = command.symbol(name)?;
        self.symbols.check_free(text).map_err(|p| command.fault_at(name, p))?;
        let result = sort(command.tree, result)?;
        let parameters =
            parameters.map_or_else(|| Ok(Vec::new()), |list| sexp::parameters(command.tree, list))?;
        let meaning = if parameters.is_empty() {
            let value = self.term(command.tree, body)?;
            let value = of_sort(command, body, value, result)?;
            Meaning::Defined(value.term(&self.terms))
        } else {
            self.try_body(command, &parameters, result, body)?;
            let tree = command.tree.clone();
            Meaning::Function(Rc::new(Function { parameters, result, tree, body }))
        };
        self.symbols.define(text, meaning).map_err(|p| command.fault_at(name, p))?;
        Ok(Response::Success)
    }

    /// Reads a function's body with unknown arguments, so that mistakes are reported where they are. A product or a
    /// division that is not linear yet may become so with the arguments of an application.
    fn try_body(
        &mut self,
        command: &Command<'_>,
        parameters: &[(Rc<str>, Sort)],
        result: Sort,
        body: Id,
    ) -> Result<(), Fault> {
        let mut reader = TermReader::new(&self.terms, &mut self.symbols, &mut self.work);
        for (name, sort) in parameters {
            // No symbol of a script is stamped.
            let argument = self.terms.of(self.terms.symbol(name, Stamp::Primed, *sort));
            reader.bind(name, Value::of(&self.terms, argument));
        }
        match reader.read(command.tree, body) {
            Ok(value) => of_sort(command, body, value, result).map(|_| ()),
            Err(fault) if matches!(fault.problem, Problem::Nonlinear | Problem::VariableDivisor) => Ok(()),
            Err(fault) => Err(fault),
        }
    }

    /// `(assert t)`.
    pub(crate) fn assert(&mut self, command: &Command<'_>) -> Executed {
        let [formula] = command.exactly("a formula")?;
        let term = self.formula(command.tree, formula)?;
        let names = names_of_whole(command.tree, formula)?;
        self.last = Last::None;
        let part = self.solver.assert(&self.terms, term);
        self.assertions.push(Assertion { term, part, names, tree: command.tree.clone() });
        Ok(Response::Success)
    }
}

/// A value, which must be of a sort.
fn of_sort(command: &Command<'_>, id: Id, value: Value, expected: Sort) -> Result<Value, Fault> {
    match value.sort() {
        found if found != expected => Err(command.fault_at(id, Problem::TermSort { expected, found })),
        _ => Ok(value),
    }
}

/// The names that a formula is given as a whole, not those of its parts.
fn names_of_whole(tree: &Tree, mut id: Id) -> Result<Vec<Rc<str>>, Fault> {
    let mut out = Vec::new();
    while let Some(&[bang, inner, ..]) = tree.list(id)
        && tree.symbol(bang).is_some_and(|s| &**s == "!")
    {
        out.extend(names(tree, id)?.into_iter().filter_map(|n| tree.symbol(n).cloned()));
        id = inner;
    }
    Ok(out)
}
