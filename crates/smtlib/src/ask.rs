//! Commands that ask: whether the assertions are satisfiable together, and then for a model, a core or a proof.

use crate::options::default_of;
use crate::printing::{sort_text, value_text};
use crate::script::{Command, Executed, Last, Response, State};
use evidence::{How, Known, Proofs, judge, renumbered, sequence, solve};
use logic::{Term, Value};
use proof::Part;
use sexp::{Fault, Problem};
use sexp::{Id, quoted, symbol_text};
use solver::{Model, Outcome, Purpose};
use std::fmt::Write;

impl State {
    /// `(check-sat)`, `(check-sat-assuming (..))`.
    pub(crate) fn check(&mut self, command: &Command<'_>) -> Executed {
        let mut assumptions: Vec<(Term, String)> = Vec::new();
        if command.name == "check-sat-assuming" {
            let [list] = command.exactly("a list of assumptions")?;
            for &id in command.list(list)? {
                assumptions.push((self.formula(command.tree, id)?, command.tree.text(id)));
            }
        } else if !command.arguments.is_empty() {
            return Err(command.fault(Problem::Expected("nothing after check-sat")));
        }
        let terms: Vec<Term> = assumptions.iter().map(|(t, _)| *t).collect();
        let outcome = self.solver.check(&self.terms, &terms);
        if self.options.check {
            self.replay(&outcome, &terms).map_err(|p| command.fault(p))?;
        }
        let (last, response) = match outcome {
            Outcome::Sat(model) => (Last::Sat(model), Response::Sat),
            Outcome::Unsat => {
                let failed = self.solver.failed_assumptions();
                let failed =
                    assumptions.into_iter().filter(|(t, _)| failed.contains(t)).map(|(_, text)| text);
                let failed = failed.collect();
                (Last::Unsat { core: self.solver.unsat_core(), failed }, Response::Unsat)
            }
            Outcome::Unknown(why) => (Last::Unknown(why), Response::Unknown),
        };
        self.last = last;
        Ok(response)
    }

    /// Checks an answer: a model by evaluating all that is asserted, a refutation by replaying it on that.
    fn replay(&mut self, outcome: &Outcome, assumptions: &[Term]) -> Result<(), Problem> {
        let asserted = self.assertions.iter().map(|a| a.term);
        let open: Vec<Term> = asserted.chain(assumptions.iter().copied()).collect();
        let failed = self.solver.failed_assumptions();
        let door = self.door.to(Purpose::Checks);
        let known = if *outcome == Outcome::Unsat && !failed.is_empty() {
            // Under assumptions: what is said to contradict each other does so by itself.
            let core = self.solver.unsat_core();
            let parts = self.assertions.iter().filter(|a| core.contains(&a.part)).map(|a| a.term);
            let needed: Vec<Term> = parts.chain(failed.iter().copied()).collect();
            match solve(&door, &self.terms, &needed, self.options.limits, Proofs::AsFound) {
                Known::Holds(_) => {
                    return Err(Problem::Evidence("the unsatisfiable core is satisfiable".into()));
                }
                Known::Unknown(why) => {
                    let what = format!("nothing is known of the unsatisfiable core: {why}");
                    return Err(Problem::Evidence(what));
                }
                known => known,
            }
        } else {
            let place = |part: Part| self.assertions.iter().position(|a| a.part == part);
            let proof = || Some(renumbered(self.solver.proof()?, place));
            judge(&door, &self.terms, &open, outcome.clone(), proof, self.options.limits, Proofs::AsFound)
        };
        match known {
            Known::Faulty(failed) => Err(Problem::Evidence(failed.to_string())),
            Known::Unknown(why) if *outcome == Outcome::Unsat => Err(Problem::Evidence(why.to_string())),
            _ => Ok(()),
        }
    }

    /// `(get-..)`.
    pub(crate) fn ask(&mut self, command: &Command<'_>) -> Executed {
        match command.name {
            "get-value" => return self.get_value(command),
            "get-interpolants" => return self.get_interpolants(command),
            "get-info" => return self.get_info(command),
            "get-option" => {
                let [name] = command.exactly("an option")?;
                let value = command.tree.keyword(name).and_then(|n| self.option(n));
                return Ok(value.map_or(Response::Unsupported, Response::Text));
            }
            _ => {}
        }
        if let Some(&extra) = command.arguments.first() {
            return Err(command.fault_at(extra, Problem::Expected("no argument")));
        }
        match command.name {
            "get-model" => self.get_model(command),
            "get-assignment" => self.get_assignment(command),
            "get-assertions" => {
                let texts = self.assertions.iter().filter_map(|a| {
                    let &formula = a.tree.list(a.tree.root())?.get(1)?;
                    Some(a.tree.text(formula))
                });
                Ok(list_of(texts))
            }
            "get-unsat-core" => {
                let Last::Unsat { core, .. } = &self.last else { return Err(no_refutation(command)) };
                let in_core = self.assertions.iter().filter(|a| core.contains(&a.part));
                Ok(list_of(in_core.flat_map(|a| &a.names).map(|n| symbol_text(n))))
            }
            _ => {
                let Last::Unsat { failed, .. } = &self.last else { return Err(no_refutation(command)) };
                Ok(list_of(failed.iter().cloned()))
            }
        }
    }

    /// The value of an option, as it was set or as it is by default.
    fn option(&self, name: &str) -> Option<String> {
        self.given.get(name).cloned().or_else(|| default_of(name).map(str::to_owned))
    }

    fn model(&self, command: &Command<'_>) -> Result<&Model, Fault> {
        match &self.last {
            Last::Sat(model) => Ok(model),
            _ => Err(command.fault(Problem::NoAnswer("there is no model: the last answer is not sat"))),
        }
    }

    fn get_model(&self, command: &Command<'_>) -> Executed {
        let model = self.model(command)?;
        let mut out = String::from("(\n");
        for (name, v) in self.symbols.constants() {
            let (sort, value) = (sort_text(self.terms.var_sort(v)), model.value(&self.terms, v));
            let value = value_text(&self.terms, &value);
            let _ = writeln!(out, "  (define-fun {} () {sort} {value})", symbol_text(name));
        }
        out.push(')');
        Ok(Response::Text(out))
    }

    fn get_value(&mut self, command: &Command<'_>) -> Executed {
        let [list] = command.exactly("a list of terms")?;
        let ids: &[Id] = command.list(list)?;
        if ids.is_empty() {
            return Err(command.fault_at(list, Problem::Expected("a list of terms")));
        }
        self.model(command)?;
        let mut values = Vec::with_capacity(ids.len());
        for &id in ids {
            let term = self.term(command.tree, id)?.term(&self.terms);
            let value = self.model(command)?.eval(&self.terms, term);
            values.push(format!("({} {})", command.tree.text(id), value_text(&self.terms, &value)));
        }
        Ok(list_of(values.into_iter()))
    }

    /// The truth of the formulas that have names.
    fn get_assignment(&self, command: &Command<'_>) -> Executed {
        let model = self.model(command)?;
        let named = self.assertions.iter().flat_map(|a| a.names.iter().map(move |n| (n, a.term)));
        let truth = |t| matches!(model.eval(&self.terms, t), Value::Bool(true));
        Ok(list_of(named.map(|(n, t)| format!("({} {})", symbol_text(n), truth(t)))))
    }

    fn get_info(&self, command: &Command<'_>) -> Executed {
        let [name] = command.exactly("a keyword")?;
        let keyword = command.tree.keyword(name).unwrap_or("");
        let value = match keyword {
            ":name" => quoted("Loopglass"),
            ":version" => quoted(env!("CARGO_PKG_VERSION")),
            ":authors" => quoted("the Loopglass authors"),
            ":error-behavior" => "immediate-exit".into(),
            ":assertion-stack-levels" => self.scopes.len().to_string(),
            ":reason-unknown" => match &self.last {
                Last::Unknown(why) => quoted(&why.to_string()),
                _ => {
                    let problem = Problem::NoAnswer("there is no reason: the last answer is not unknown");
                    return Err(command.fault(problem));
                }
            },
            ":all-statistics" => {
                let c = self.solver.counters();
                let counts = [
                    ("checks", c.checks),
                    ("decisions", c.decisions),
                    ("conflicts", c.conflicts),
                    ("propagations", c.propagations),
                    ("restarts", c.restarts),
                    ("pivots", c.pivots),
                    ("splits", c.splits),
                    ("lemmas", c.lemmas),
                ];
                let texts = counts.into_iter().map(|(name, n)| format!(":{name} {n}"));
                return Ok(list_of(texts));
            }
            _ => return Ok(Response::Unsupported),
        };
        Ok(Response::Text(format!("({keyword} {value})")))
    }

    /// `(get-interpolants A (and B C) ..)`: the sequence of interpolants of groups of named assertions.
    fn get_interpolants(&mut self, command: &Command<'_>) -> Executed {
        if !matches!(self.last, Last::Unsat { .. }) {
            return Err(no_refutation(command));
        }
        if command.arguments.len() < 2 {
            return Err(command.fault(Problem::Expected("at least two groups of assertions")));
        }
        let groups = command.arguments.iter().map(|&id| self.group(command, id));
        let groups: Vec<Vec<Term>> = groups.collect::<Result<_, _>>()?;
        let o = &self.options;
        let how = How {
            labelling: o.labelling,
            theory: o.theory,
            source: o.source,
            plain: o.plain,
            limits: o.limits,
        };
        let found = sequence(&self.door, &self.terms, &groups, &how).map_err(|failure| {
            match failure.is_defect() {
                true => command.fault(Problem::Evidence(failure.to_string())),
                false => command.fault(Problem::Interpolation(failure.to_string())),
            }
        })?;
        Ok(list_of(found.into_iter().map(|i| self.terms.smtlib(i.term))))
    }

    /// The formulas of `A` or of `(and A B ..)`.
    fn group(&self, command: &Command<'_>, id: Id) -> Result<Vec<Term>, Fault> {
        let mut formulas = Vec::new();
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            if let Some(members) = command.tree.list(id) {
                let is_and =
                    members.first().and_then(|&h| command.tree.symbol(h)).is_some_and(|s| &**s == "and");
                if !is_and || members.len() < 2 {
                    let expected = "the name of an assertion, or (and A B ..)";
                    return Err(command.fault_at(id, Problem::Expected(expected)));
                }
                waiting.extend(members[1..].iter().rev());
                continue;
            }
            let name = command.symbol(id)?;
            let assertion = self.assertions.iter().find(|a| a.names.contains(name));
            let unknown = || command.fault_at(id, Problem::NotAnAssertion(name.to_string()));
            formulas.push(assertion.ok_or_else(unknown)?.term);
        }
        Ok(formulas)
    }
}

fn no_refutation(command: &Command<'_>) -> Fault {
    command.fault(Problem::NoAnswer("there is no refutation: the last answer is not unsat"))
}

/// A parenthesised list.
fn list_of(texts: impl Iterator<Item = String>) -> Response {
    Response::Text(format!("({})", texts.collect::<Vec<_>>().join(" ")))
}
