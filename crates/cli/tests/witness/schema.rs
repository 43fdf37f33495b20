//! The schemas of witnesses, version 2.0, as far as they concern what is written: required keys, allowed values, places that are
//! inside the file.

use super::{c_programs, entry, on_each, written};
use loopglass_tests::corpus::{Expected, Program};
use yaml_serde::Value;

/// A place in the program.
struct Place {
    /// What stands there.
    text: String,
}

/// The keys of a mapping are these, but for those that may be left out.
fn has_keys(value: &Value, required: &[&str], optional: &[&str]) {
    let keys: Vec<&str> = value.as_mapping().expect("a mapping").keys().filter_map(Value::as_str).collect();
    required.iter().for_each(|key| assert!(keys.contains(key), "{key} is missing among {keys:?}"));
    keys.iter().for_each(|key| assert!(required.contains(key) || optional.contains(key), "{key} is no key"));
}

fn string(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value:?} is no string"))
}

fn one_of(value: &Value, allowed: &[&str]) {
    assert!(allowed.contains(&string(value)), "{value:?} is none of {allowed:?}");
}

fn is_hex(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit() || ('a'..='f').contains(&c))
}

fn metadata(metadata: &Value, name: &str) {
    has_keys(metadata, &["format_version", "uuid", "creation_time", "producer", "task"], &[]);
    assert_eq!(string(&metadata["format_version"]), "2.0");
    let uuid = string(&metadata["uuid"]);
    let groups: Vec<usize> = uuid.split('-').map(str::len).collect();
    assert!(groups == [8, 4, 4, 4, 12] && is_hex(&uuid.replace('-', "")), "{uuid}");
    let time = string(&metadata["creation_time"]);
    let form: String = time.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    assert_eq!(form, "0000-00-00T00:00:00Z");
    has_keys(&metadata["producer"], &["name", "version"], &["configuration", "command_line", "description"]);
    string(&metadata["producer"]["version"]);
    let task = &metadata["task"];
    let required = ["input_files", "input_file_hashes", "specification", "data_model", "language"];
    has_keys(task, &required, &[]);
    assert_eq!(task["input_files"].as_sequence().map(Vec::len), Some(1));
    assert_eq!(string(&task["input_files"][0]), name);
    let hash = string(&task["input_file_hashes"][name]);
    assert!(hash.len() == 64 && is_hex(hash), "{hash}");
    assert_eq!(string(&task["specification"]), "G ! call(reach_error())");
    one_of(&task["data_model"], &["ILP32", "LP64"]);
    one_of(&task["language"], &["C"]);
}

fn place(location: &Value, program: &Program) -> Place {
    has_keys(location, &["file_name", "line"], &["column", "function"]);
    assert_eq!(string(&location["file_name"]), program.name);
    let number = |key: &str| location[key].as_u64().expect("a number") as usize;
    let line = program.source.lines().nth(number("line") - 1).expect("a line of the file");
    let text: String = line.chars().skip(number("column") - 1).collect();
    assert!(!text.is_empty() && !text.starts_with(char::is_whitespace), "{location:?}");
    if let Some(function) = location.get("function") {
        assert!(program.source.contains(string(function)));
    }
    Place { text }
}

#[test]
fn of_safe_programs() {
    on_each(&c_programs(Expected::Safe), |program| {
        let (code, witness, beside) = written(&program.source, &program.name, &[], "--witness");
        assert_eq!(code, Some(0), "{}: {beside}", program.name);
        let entry = entry(&witness);
        has_keys(&entry, &["entry_type", "metadata", "content"], &[]);
        assert_eq!(string(&entry["entry_type"]), "invariant_set");
        metadata(&entry["metadata"], &program.name);
        for item in entry["content"].as_sequence().expect("a list") {
            has_keys(item, &["invariant"], &[]);
            let invariant = &item["invariant"];
            has_keys(invariant, &["type", "location", "value", "format"], &[]);
            one_of(&invariant["format"], &["c_expression"]);
            assert!(!string(&invariant["value"]).is_empty());
            let place = place(&invariant["location"], program);
            match string(&invariant["type"]) {
                "loop_invariant" => {
                    assert!(
                        ["while", "for"].iter().any(|keyword| place.text.starts_with(keyword)),
                        "{}",
                        place.text
                    );
                }
                other => assert_eq!(other, "location_invariant"),
            }
        }
    });
}

#[test]
fn of_unsafe_programs() {
    on_each(&c_programs(Expected::Unsafe), |program| {
        let (code, witness, beside) = written(&program.source, &program.name, &[], "--witness");
        assert_eq!(code, Some(10), "{}: {beside}", program.name);
        let entry = entry(&witness);
        has_keys(&entry, &["entry_type", "metadata", "content"], &[]);
        assert_eq!(string(&entry["entry_type"]), "violation_sequence");
        metadata(&entry["metadata"], &program.name);
        let segments = entry["content"].as_sequence().expect("a list");
        for (number, segment) in (1..).zip(segments) {
            has_keys(segment, &["segment"], &[]);
            let [item] = &segment["segment"].as_sequence().expect("a list")[..] else {
                panic!("one waypoint")
            };
            has_keys(item, &["waypoint"], &[]);
            waypoint(&item["waypoint"], program, number == segments.len());
        }
    });
}

fn waypoint(waypoint: &Value, program: &Program, is_last: bool) {
    assert_eq!(string(&waypoint["action"]), "follow");
    let kind = string(&waypoint["type"]);
    let place = place(&waypoint["location"], program);
    assert_eq!(kind == "target", is_last, "the target is last");
    let constraint = &waypoint["constraint"];
    match kind {
        "target" | "function_enter" => has_keys(waypoint, &["type", "action", "location"], &[]),
        _ => has_keys(waypoint, &["type", "action", "location", "constraint"], &[]),
    }
    match kind {
        "target" => {}
        "function_enter" => assert!(place.text.starts_with(')')),
        "branching" => {
            has_keys(constraint, &["value"], &[]);
            one_of(&constraint["value"], &["true", "false"]);
            assert!(
                ["if", "while", "for"].iter().any(|keyword| place.text.starts_with(keyword)),
                "{}",
                place.text
            );
        }
        "assumption" => {
            has_keys(constraint, &["value", "format"], &[]);
            one_of(&constraint["format"], &["c_expression"]);
            assert!(string(&constraint["value"]).contains(" == "));
        }
        "function_return" => {
            has_keys(constraint, &["value", "format"], &[]);
            one_of(&constraint["format"], &["acsl_expression"]);
            assert!(string(&constraint["value"]).starts_with("\\result "));
            assert!(place.text.starts_with(')'), "{}", place.text);
        }
        other => panic!("{other} is no type of a waypoint"),
    }
}
