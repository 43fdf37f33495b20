//! A slice of `cargo xtask fuzz c-integers`: random C programs, and what the machine's own compiler makes of them.

use loopglass_fuzz::cgen::{self, Generated};
use loopglass_fuzz::machine::{Fate, compiled, judge};

#[test]
fn the_compiler_agrees() {
    let has = |tool: &str| std::process::Command::new(tool).arg("--version").output().is_ok();
    if !has("cc") {
        eprintln!("skipped: there is no C compiler `cc`");
        return;
    }
    let folder = std::env::temp_dir().join(format!("loopglass-c-integers-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for programs");
    let programs: Vec<Generated> = (0..250).map(cgen::program).collect();
    let fates = compiled(&programs, &folder).expect("the compiler takes all programs");
    for (number, (program, &fate)) in programs.iter().zip(&fates).enumerate() {
        if let Err(what) = judge(program, fate) {
            panic!("program {number}: {what}\n{}", program.source());
        }
    }
    for fate in [Fate::Holds, Fate::Fails, Fate::Undefined] {
        let count = fates.iter().filter(|found| **found == fate).count();
        assert!(count > 10, "only {count} programs with the fate {fate:?}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}
