//! A path of the graph that can be passed, as an execution in the symbols of the transition system.

use super::{Edge, Graph, number};
use crate::cx::{Conclusion, Model};
use crate::run::Subject;
use flow::Cutpoint;
use lang::{NondetId, VarId};
use logic::{Value, Var};
use std::collections::BTreeMap;
use trace::ArgChange;

impl<X> Graph<'_, X> {
    /// The execution that passes these edges, from the entry to the error, with the values that a model gives the nodes' copies of the
    /// state. The choices made on an edge belong to the copy of the node where it begins.
    pub(crate) fn execution(&self, subject: &Subject, way: &[Edge], model: &Model) -> Conclusion {
        let t = self.cx.terms();
        let value = model.values(t);
        let nodes: Vec<u32> = [0].into_iter().chain(way.iter().map(|e| number(e.to))).collect();
        self.note(ArgChange::Path { nodes });

        let ts = &subject.ts;
        let rounds = number(way.len()).saturating_sub(2);
        let mut values: BTreeMap<Var, Value> = BTreeMap::new();
        let at_node = |v: Var, node: usize| value(t.at(v, number(node)));
        let variables = (0..self.program.symbols.vars.len()).map(|i| VarId(number(i)));
        for id in variables {
            // A failure before the loops is told in the program's own symbols.
            let symbol = if way.len() == 1 { ts.symbol(id) } else { ts.entry_value(id) };
            for (symbol, own) in ts.digits(t, symbol).into_iter().zip(ts.digits(t, ts.symbol(id))) {
                values.insert(t.at(symbol, 0), at_node(own, 0));
            }
        }
        for (i, e) in way.iter().enumerate() {
            let step = number(i).saturating_sub(1);
            let met = t.vars(self.program.actions[e.action].formula);
            for k in 0..self.program.symbols.inputs.len() {
                let input = self.program.symbols.inputs[k];
                let symbols = ts.digits(t, ts.input(NondetId(number(k)), i == 0));
                for (symbol, own) in symbols.into_iter().zip(ts.digits(t, input)) {
                    if met.contains(&own) {
                        values.insert(t.at(symbol, step), at_node(own, e.from));
                    }
                }
            }
            if i == 0 {
                continue;
            }
            for &v in &self.program.vars {
                values.insert(t.at(v, step), at_node(v, e.from));
            }
            let cutpoint = self.program.cutpoints[self.nodes[e.from].cutpoint];
            if let (Some(pc), Cutpoint::Head(head)) = (ts.pc(), cutpoint) {
                let here = i64::try_from(head + 1).unwrap_or(i64::MAX);
                values.extend(ts.assigned(t, t.at(pc, step), Value::Int(logic::Int::from(here))));
            }
        }
        let model = Model(values.into_iter().collect());
        if way.len() == 1 { Conclusion::EarlyFailure(model) } else { Conclusion::Failure { rounds, model } }
    }
}
