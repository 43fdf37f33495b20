//! A valid proof changed in one place is refused, unless the changed proof is a proof as well.

mod common;

use common::mutation::{Mutant, mutants};
use common::{examples, oracle};
use expect_test::expect;
use loopglass_check::refutation;

/// Every mutant of every example: those accepted are listed, to be read; each of them must be sound by the second
/// opinion.
#[test]
fn mutants_are_refused() {
    let mut table = String::new();
    for (name, d) in examples::all() {
        let all = mutants(&d.terms, d.asserted.len(), &d.proof);
        let count = all.len();
        let accepted: Vec<Mutant> =
            all.into_iter().filter(|m| refutation(&d.terms, &d.asserted, &m.proof).is_ok()).collect();
        table += &format!("{name}: {count} mutants, accepted {}\n", accepted.len());
        for m in &accepted {
            table += &format!("    {}\n", m.what);
        }
        for m in &accepted {
            assert!(oracle::sound(&d, &m.proof, 4), "{name}: {} is accepted, and not sound", m.what);
        }
    }
    expect![[r#"
        constant: 48 mutants, accepted 0
        junctions: 261 mutants, accepted 5
            step 1: add not t1
            step 4: add not t4
            step 6: swap links 0 and 1
            step 6: pivot t4 in link 1
            step 6: swap links 1 and 2
        equivalence: 337 mutants, accepted 6
            step 3: add not t0
            step 5: swap links 0 and 1
            step 6: add not t6
            step 7: swap links 0 and 1
            step 7: pivot t6 in link 1
            step 7: swap links 1 and 2
        bool ite true: 305 mutants, accepted 9
            step 1: add not t1
            step 2: add not t2
            step 3: add not t4
            step 4: add not t5
            step 5: swap links 0 and 1
            step 5: pivot t4 in link 1
            step 6: swap links 0 and 1
            step 6: swap links 1 and 2
            step 6: pivot t5 in link 2
        bool ite false: 276 mutants, accepted 8
            step 0: add not t3
            step 3: add not t4
            step 4: add not t4
            step 5: pivot t4 in link 0
            step 5: swap links 0 and 1
            step 6: swap links 0 and 1
            step 6: pivot t4 in link 1
            step 6: swap links 1 and 2
        int ite: 498 mutants, accepted 6
            step 5: add not t0
            step 5: all multipliers doubled
            step 6: all multipliers doubled
            step 7: swap links 1 and 2
            step 8: swap links 0 and 1
            step 8: swap links 2 and 3
        farkas: 140 mutants, accepted 3
            step 3: all multipliers doubled
            step 4: swap links 0 and 1
            step 4: swap links 1 and 2
        fractions: 162 mutants, accepted 6
            step 2: add not t12
            step 3: add not t10
            step 3: all multipliers doubled
            step 4: swap links 0 and 1
            step 4: swap links 1 and 2
            step 4: pivot t12 in link 2
        parity: 604 mutants, accepted 9
            step 10: turn equality 0
            step 10: factor 0 negated
            step 10: factor 0 plus one
            step 10: turn equality 1
            step 10: factor 1 negated
            step 10: factor 1 plus one
            step 11: swap links 0 and 1
            step 11: swap links 1 and 2
            step 11: swap links 2 and 3
        mixed equalities: 200 mutants, accepted 5
            step 4: factor 0 plus one
            step 4: factor 1 plus one
            step 5: swap links 0 and 1
            step 5: swap links 1 and 2
            step 5: swap links 2 and 3
        split: 188 mutants, accepted 4
            step 3: where it holds, all multipliers doubled
            step 3: where it fails, all multipliers doubled
            step 4: swap links 0 and 1
            step 4: swap links 1 and 2
        nested split: 611 mutants, accepted 9
            step 6: where it holds, where it holds, all multipliers doubled
            step 6: where it holds, where it fails, all multipliers doubled
            step 6: where it fails, where it holds, all multipliers doubled
            step 6: where it fails, where it fails, all multipliers doubled
            step 7: swap links 0 and 1
            step 7: swap links 1 and 2
            step 7: swap links 2 and 3
            step 7: swap links 3 and 4
            step 7: swap links 4 and 5
        remainder bounds: 210 mutants, accepted 8
            step 1: add not t7
            step 1: add not t9
            step 2: add not t3
            step 3: add not t5
            step 4: swap links 0 and 1
            step 4: pivot t3 in link 1
            step 4: swap links 1 and 2
            step 4: pivot t9 in link 2
        quotient: 254 mutants, accepted 4
            step 4: all multipliers doubled
            step 5: swap links 0 and 1
            step 5: swap links 1 and 2
            step 5: swap links 2 and 3
        disequality: 147 mutants, accepted 5
            step 0: add not t2
            step 3: add not t5
            step 4: pivot t5 in link 0
            step 4: swap links 0 and 1
            step 4: swap links 1 and 2
    "#]]
    .assert_eq(&table);
}
