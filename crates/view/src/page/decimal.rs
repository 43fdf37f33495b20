//! Numbers with a few decimal places, for style sheets. The standard library's formatting of floating-point numbers is
//! exact for up to a thousand digits, which makes its code large.

/// A number of ordinary size, rounded to so many decimal places, at most nine.
pub fn decimal(number: f64, places: u32) -> String {
    let unit = 10_i64.pow(places.min(9));
    let whole = (number * unit as f64).round() as i64; // out of range it is the nearest there is
    let sign = if whole < 0 { "-" } else { "" };
    let (whole, unit) = (whole.unsigned_abs(), unit.unsigned_abs());
    match places {
        0 => format!("{sign}{whole}"),
        _ => format!("{sign}{}.{:0width$}", whole / unit, whole % unit, width = places.min(9) as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn examples() {
        for (number, places, text) in [
            (0.0, 3, "0.000"),
            (1.25, 1, "1.3"),
            (-0.5, 0, "-1"),
            (12.3456, 3, "12.346"),
            (0.05, 2, "0.05"),
            (-0.04, 1, "0.0"),
        ] {
            assert_eq!(decimal(number, places), text);
        }
        assert_eq!(decimal(f64::NAN, 2), "0.00");
    }

    proptest! {
        #[test]
        fn close_to_the_number(number in -1e6..1e6_f64, places in 0..6_u32) {
            let read: f64 = decimal(number, places).parse().unwrap();
            prop_assert!((read - number).abs() <= 0.500_001 * 0.1_f64.powi(places as i32));
        }
    }
}
