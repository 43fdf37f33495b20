//! Random programs with several loops through VINTA and UFO: whatever they conclude passes the session's checks, so no graph is
//! incomplete and no execution fails to replay, and no two of them contradict each other.

use loopglass_session::{Session, verdict_of};
use trace::{Encoding, Engine, Settings, Setup, Verdict};

#[path = "../../lang/tests/generate/mod.rs"]
mod generate;
use generate::{Random, Shape};

fn run(source: &str, engine: Engine, encoding: Encoding, widen_every: u32) -> &'static str {
    let settings = Settings {
        max_unrollings: 2,
        max_conflicts: 100,
        encoding,
        widen_every,
        interpolants: trace::Source::Proof,
        ..Settings::default()
    };
    let setup = Setup { source: source.into(), engine, settings, ..Setup::default() };
    let (mut session, _) = Session::open(&setup).unwrap_or_else(|p| panic!("{p:?} in\n{source}"));
    match verdict_of(&session.run_to_end()) {
        Some(Verdict::Safe { .. }) => "safe",
        Some(Verdict::Unsafe(_)) => "unsafe",
        Some(Verdict::Unknown(_)) => "unknown",
        other => panic!("{engine}: {other:?} in\n{source}"),
    }
}

#[test]
fn conclusions_pass_their_checks() {
    let shape = Shape { loops: 3, block: 3, depth: 3, height: 2, numbers: 4, big: false };
    let (mut safe, mut failing) = (0, 0);
    for seed in 0..COUNT {
        let mut random = Random::new(seed);
        let program = generate::program(&mut random, shape);
        let source = program.to_string();
        let encoding = if seed % 8 == 0 { Encoding::Statement } else { Encoding::Block };
        let engines = Engine::ALL.into_iter().filter(|e| matches!(e, Engine::Vinta { .. }));
        let found: Vec<&str> =
            engines.map(|engine| run(&source, engine, encoding, 1 + (seed % 3) as u32)).collect();
        assert!(!(found.contains(&"safe") && found.contains(&"unsafe")), "{found:?} in\n{source}");
        safe += usize::from(found.contains(&"safe"));
        failing += usize::from(found.contains(&"unsafe"));
    }
    assert!(safe > COUNT as usize / 10 && failing > COUNT as usize / 10, "{safe} safe, {failing} failing");
}

const COUNT: u64 = 600;
