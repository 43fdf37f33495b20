//! Our reading of JSON against that of `serde_json`.

use loopglass_trace::json::{elements, read};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Shapes that serde tells apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Shape {
    Unit,
    Newtype(u32),
    Tuple(i64, Option<bool>),
    Struct {
        name: String,
        #[serde(default)]
        inner: Vec<Shape>,
    },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Flat {
    first: (u8, char),
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[\\\\\"\n\u{1}\u{7f}é\u{1f600}/ub]{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..5)
                .prop_map(|map| map.into_iter().collect()),
        ]
    })
}

fn shape() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        Just(Shape::Unit),
        any::<u32>().prop_map(Shape::Newtype),
        (any::<i64>(), any::<Option<bool>>()).prop_map(|(number, maybe)| Shape::Tuple(number, maybe)),
    ];
    leaf.prop_recursive(4, 20, 4, |inner| {
        (any::<String>(), prop::collection::vec(inner, 0..4))
            .prop_map(|(name, inner)| Shape::Struct { name, inner })
    })
}

/// What `serde_json` makes of a text, but for numbers that are not whole.
fn theirs(text: &str) -> Option<Value> {
    fn whole(value: &Value) -> bool {
        match value {
            Value::Number(number) => !number.is_f64(),
            Value::Array(values) => values.iter().all(whole),
            Value::Object(map) => map.values().all(whole),
            _ => true,
        }
    }
    serde_json::from_str(text).ok().filter(whole)
}

proptest! {
    #[test]
    fn what_is_written_is_read(value in json(), shape in shape()) {
        for text in [serde_json::to_string(&value).unwrap(), serde_json::to_string_pretty(&value).unwrap()] {
            prop_assert_eq!(read::<Value>(&text), Ok(value.clone()));
        }
        prop_assert_eq!(read::<Shape>(&serde_json::to_string(&shape).unwrap()), Ok(shape));
    }

    #[test]
    fn broken_texts_are_refused_alike(value in json(), cut in any::<prop::sample::Index>(), put in "[\\[\\]{}\",:0-9eE.+\\\\utrf -]{0,2}", length in 0..3_usize) {
        let mut text: Vec<char> = serde_json::to_string(&value).unwrap().chars().collect();
        let at = cut.index(text.len());
        let end = (at + length).min(text.len());
        text.splice(at..end, put.chars());
        let text: String = text.into_iter().collect();
        prop_assert_eq!(read::<Value>(&text).ok(), theirs(&text), "{}", text);
    }

    #[test]
    fn elements_are_where_they_were_written(values in prop::collection::vec(json(), 0..5)) {
        let written: Vec<String> = values.iter().map(|value| serde_json::to_string(value).unwrap()).collect();
        for text in [format!("{{\"Events\":[{}]}}", written.join(",")), format!("[ {} ]", written.join(" ,\n"))] {
            let places = elements(&text, text.find('[').unwrap()).unwrap();
            let found: Vec<&str> = places.into_iter().map(|place| &text[place]).collect();
            prop_assert_eq!(&found, &written);
        }
    }
}

#[test]
fn shapes() {
    for (text, expected) in [
        ("{\"first\":[7,\"é\"],\"more\":null,\"and\":[1,-1]}", true),
        ("{\"first\":[7,\"é\",1]}", false),
        ("{\"first\":[7]}", false),
        ("{\"first\":[300,\"é\"]}", false),
        ("{\"more\":1}", false),
    ] {
        assert_eq!(read::<Flat>(text).ok(), serde_json::from_str::<Flat>(text).ok(), "{text}");
        assert_eq!(read::<Flat>(text).is_ok(), expected, "{text}");
    }
    for text in [
        "\"Unit\"",
        "{\"Unit\":null}",
        "{\"Unit\":1}",
        "{\"Newtype\":1,\"Unit\":null}",
        "\"Newtype\"",
        "{}",
        "\"No\"",
        "7",
    ] {
        assert_eq!(read::<Shape>(text).ok(), serde_json::from_str::<Shape>(text).ok(), "{text}");
    }
    let struct_of = |rest: &str| format!("{{\"Struct\":{{\"name\":\"x\"{rest}}}}}");
    for (rest, good) in [
        ("", true),
        (",\"unknown\":[1.5e3]", true),
        (",\"inner\":[\"Unit\"]", true),
        (",\"name\":\"y\"", false),
        (",\"inner\":[],\"other\":0,\"other\":1,\"inner\":[]", false),
    ] {
        let text = struct_of(rest);
        assert_eq!(read::<Shape>(&text).ok(), serde_json::from_str::<Shape>(&text).ok(), "{text}");
        assert_eq!(read::<Shape>(&text).is_ok(), good, "{text}");
    }
    for text in [
        "{\"Struct\":{\"inner\":[{\"Newtype\":7}],\"more\":{\"name\":1},\"name\":\"x\"}}",
        "{\"Struct\":{\"more\":1,\"inner\":[],\"inner\":[],\"name\":\"x\"}}",
        "{\"Struct\":{\"inner\":[]}}",
        "{\"Struct\":[\"x\",[],1]}",
        "{\"Tuple\":[1]}",
        "{\"Tuple\":[1,null]}",
    ] {
        assert_eq!(read::<Shape>(text).ok(), serde_json::from_str::<Shape>(text).ok(), "{text}");
    }
}

/// A struct whose fields stand in any order, some of them missing, some twice, with others in between.
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Loose {
    one: u8,
    #[serde(default)]
    two: u8,
    #[serde(default, rename = "drei")]
    three: Option<u8>,
    four: u8,
}

proptest! {
    #[test]
    fn fields_are_found_in_any_order(keys in prop::collection::vec("one|two|drei|four|five", 0..7)) {
        let pairs: Vec<String> = keys.iter().zip(1..).map(|(key, value)| format!("\"{key}\":{value}")).collect();
        let text = format!("{{{}}}", pairs.join(","));
        prop_assert_eq!(read::<Loose>(&text).ok(), serde_json::from_str::<Loose>(&text).ok(), "{}", text);
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let said = |text: &str| read::<Shape>(text).unwrap_err().to_string();
    assert_eq!(said("{\"Newtype\":\"x\"}"), "invalid type: string \"x\", expected u32");
    assert_eq!(said("{\"Struct\":{}}"), "missing field `name`");
    assert_eq!(
        said("{\"Struct\":{\"name\":\"\",\"inner\":[{\"Tuple\":[1]}]}}"),
        "a list of 1 where one of 2 was expected"
    );
    assert_eq!(said("\n[1,"), "the text ends where a value is expected in line 2, at byte 4");
    let deep = "[".repeat(100_000);
    assert_eq!(said(&deep), "nested too deeply in line 1, at byte 129");
}
