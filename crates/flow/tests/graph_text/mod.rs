//! Control-flow graphs as text.

use flow::cfg::{Action, Cfg, LocationKind, NodeId};

/// One line per edge, with the texts that it was made from.
pub fn show(cfg: &Cfg, source: &str) -> String {
    let name = |id: NodeId| match cfg.nodes[id.index()].kind {
        LocationKind::Plain => format!("{}", id.0),
        LocationKind::Head(head) => format!("head{}", head.0),
        other => format!("{other:?}").to_lowercase(),
    };
    let mut out = String::new();
    for edge in &cfg.edges {
        let action = match &edge.action {
            Action::Skip => "skip".to_owned(),
            Action::Guard(cond, value) => {
                format!("[{}{}]", if *value { "" } else { "not " }, cond.span.text(source))
            }
            _ => edge.span.text(source).to_owned(),
        };
        let violates = edge.violates.map(|id| format!(" violates {}", id.0)).unwrap_or_default();
        out.push_str(&format!("{} -> {}: {action}{violates}\n", name(edge.from), name(edge.to)));
    }
    out
}
