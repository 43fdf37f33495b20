//! `Int` and `Rat` compute what big integers compute, whichever side of the machine word their values are on.

mod common;

use common::{Random, big, euclid, int};
use loopglass_logic::{Int, Rat};
use num_bigint::BigInt;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

fn hash(i: &Int) -> u64 {
    let mut hasher = DefaultHasher::new();
    i.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn integers_agree_with_big_integers() {
    let mut r = Random::new(1);
    for _ in 0..20_000 {
        let (a, b) = (r.number(), r.number());
        let (i, j) = (int(&a), int(&b));
        assert_eq!((big(&(&i + &j)), big(&(&i - &j)), big(&(&i * &j))), (&a + &b, &a - &b, &a * &b));
        assert_eq!((big(&-&i), i.cmp(&j), i == j), (-&a, a.cmp(&b), a == b));
        assert_eq!(i.signum(), a.cmp(&BigInt::ZERO) as i32);
        assert_eq!(i.bits(), a.bits());
        // Equal numbers are equal structures, also when reached by way of big ones.
        let back = &(&i + &j) - &j;
        assert!(back == i && hash(&back) == hash(&i));
        assert_eq!((i.gcd(&Int::ZERO), Int::ZERO.gcd(&i)), (i.abs(), i.abs()));
        if b == BigInt::ZERO {
            continue;
        }
        let (q, m) = euclid(&a, &b);
        assert_eq!((big(&i.div_euclid(&j)), big(&i.rem_euclid(&j))), (q, m), "{a} by {b}");
        let (floor, ceil) = (big(&i.div_floor(&j)), big(&i.div_ceil(&j)));
        let size = |x: BigInt| if x < BigInt::ZERO { -x } else { x };
        // floor * b is within |b| of a, on the side away from the sign of b.
        let (below, above) = (&a - &floor * &b, &ceil * &b - &a);
        let side = |x: &BigInt| *x == BigInt::ZERO || (*x < BigInt::ZERO) == (b < BigInt::ZERO);
        assert!(
            side(&below) && side(&above) && size(below) < size(b.clone()) && size(above) < size(b.clone())
        );
        let g = big(&i.gcd(&j));
        assert!(&a % &g == BigInt::ZERO && &b % &g == BigInt::ZERO && g > BigInt::ZERO);
        assert!(int(&(&a / &g)).gcd(&int(&(&b / &g))).is_one());
        let l = big(&i.lcm(&j));
        assert_eq!(l, size(&a * &b / g));
    }
}

#[test]
fn rationals_obey_the_laws_of_a_field_and_its_order() {
    let mut r = Random::new(2);
    let rat = |r: &mut Random| Rat::new(int(&r.number()), int(&r.divisor()));
    for _ in 0..5_000 {
        let (a, b, c) = (rat(&mut r), rat(&mut r), rat(&mut r));
        assert_eq!(&(&a + &b) + &c, &a + &(&b + &c));
        assert_eq!(&(&a * &b) * &c, &a * &(&b * &c));
        assert_eq!(&a * &(&b + &c), &(&a * &b) + &(&a * &c));
        assert_eq!(&(&a - &b) + &b, a);
        assert!(a.denom().is_positive() && a.numer().gcd(a.denom()).is_one());
        if !b.is_zero() {
            assert_eq!((&(&a / &b) * &b, b.recip().recip()), (a.clone(), b.clone()));
            assert_eq!(&b * &b.recip(), Rat::ONE);
            assert!(b.recip().denom().is_positive());
        }
        assert_eq!(a.cmp(&b), (&a - &b).signum().cmp(&0));
        let (floor, ceil) = (Rat::from(a.floor()), Rat::from(a.ceil()));
        assert!(floor <= a && a <= ceil && &a - &floor < Rat::ONE && &ceil - &a < Rat::ONE);
        assert_eq!(a.is_integer(), floor == ceil);
    }
}

#[test]
fn text_is_decimal_and_nothing_else() {
    for good in ["0", "-0", "007", "+5", "-9223372036854775809", "9223372036854775808"] {
        let parsed: Int = good.parse().unwrap();
        assert_eq!(parsed.to_string().parse::<Int>().as_ref(), Ok(&parsed));
    }
    for bad in
        ["", "-", "+", " 1", "1 ", "1_000", "_1", "0x10", "1e5", "1.0", "--1", "99999999999999999999_9", "٣"]
    {
        assert!(bad.parse::<Int>().is_err(), "{bad:?}");
    }
}
