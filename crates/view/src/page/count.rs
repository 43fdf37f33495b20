//! Numbers of things in words.

/// So many of something: `1 row`, `2 rows`.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    #[test]
    fn one_is_no_plural() {
        assert_eq!([0, 1, 2].map(|n| super::counted(n, "lemma")), ["0 lemmas", "1 lemma", "2 lemmas"]);
    }
}
