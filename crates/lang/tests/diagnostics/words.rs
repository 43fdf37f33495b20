//! Numbers that are no words of the type that they meet.

use expect_test::expect;
use lang::{Arithmetic, Integers};

fn messages(source: &str) -> String {
    let words = Arithmetic { integers: Integers::Bits, width: 4, ..Arithmetic::default() };
    let parsed = lang::parse_imp_as(source, words);
    parsed.diagnostics.iter().map(|diagnostic| lang::render("a.imp", source, diagnostic)).collect()
}

#[test]
fn numbers_outside_the_range_are_warned_of() {
    expect![[r#"
        a.imp:1:15: warning: 9 is outside the range of `int4` and becomes -7
            uint3 u; x := 3 * 3; assert x * 3 = 3 * 3; assert u >= 0 - 1
                          ^^^^^
          help: words wrap; declare a wider one, or write the number that is meant
        a.imp:1:37: warning: 9 is outside the range of `int4`, and is compared as it is
            uint3 u; x := 3 * 3; assert x * 3 = 3 * 3; assert u >= 0 - 1
                                                ^^^^^
          help: such words go from -8 to 7; declare a wider one, or write the number that is meant
        a.imp:1:56: warning: -1 is outside the range of `uint3`, and is compared as it is
            uint3 u; x := 3 * 3; assert x * 3 = 3 * 3; assert u >= 0 - 1
                                                                   ^^^^^
          help: such words go from 0 to 7; declare a wider one, or write the number that is meant
    "#]]
    .assert_eq(&messages("uint3 u; x := 3 * 3; assert x * 3 = 3 * 3; assert u >= 0 - 1"));
    expect![[r#"
        a.imp:1:13: warning: 9 is outside the range of `int4`, and is compared as it is
            assert 0 >= 3 * 3; for i := 0 to 8 do skip done; x := x % 9
                        ^^^^^
          help: such words go from -8 to 7; declare a wider one, or write the number that is meant
        a.imp:1:34: warning: 8 is outside the range of `int4`, and is compared as it is
            assert 0 >= 3 * 3; for i := 0 to 8 do skip done; x := x % 9
                                             ^
          help: such words go from -8 to 7; declare a wider one, or write the number that is meant
        a.imp:1:59: warning: 9 is outside the range of `int4`, and divides as it is
            assert 0 >= 3 * 3; for i := 0 to 8 do skip done; x := x % 9
                                                                      ^
          help: such words go from -8 to 7; declare a wider one, or write the number that is meant
    "#]]
    .assert_eq(&messages("assert 0 >= 3 * 3; for i := 0 to 8 do skip done; x := x % 9"));
    let huge = "9".repeat(100);
    expect![[r#"
        a.imp:1:6: warning: this number is outside the range of `int4` and becomes -1
            x := 99999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999…
                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          help: words wrap; declare a wider one, or write the number that is meant
        a.imp:1:119: warning: this number is outside the range of `int4`, and is compared as it is
            …99999999999999999999; assert x < 9999999999999999999999999999999999999999999999999999999999999999999…
                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          help: such words go from -8 to 7; declare a wider one, or write the number that is meant
    "#]].assert_eq(&messages(&format!("x := {huge}; assert x < {huge}")).replace(&huge, "999..."));
}

#[test]
fn numbers_of_the_range_are_not() {
    assert_eq!(messages("uint3 u; x := 0 - 8; assert 7 >= x and u < 8 - 1 and 0 - 8 <= x; x := x / 7"), "");
    let mathematical = lang::parse_imp("assert x < 99999999999999999999999999");
    assert!(mathematical.diagnostics.is_empty());
}
