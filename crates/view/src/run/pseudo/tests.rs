//! The pseudo-codes as text, and which line events light up.

use super::*;
use expect_test::{Expect, expect};

#[test]
fn lines_speak_of_variables() {
    for (line, name, expected) in [
        ("k := k + 1", "k", true),
        ("while k ≤ kmax do", "k", true),
        ("return unknown", "k", false),
        ("G(s) := G(s) ∨ τ(s)", "G", true),
        ("G(s) := G(s) ∨ τ(s)", "τ", true),
        ("if ¬sat(Inv(s) ∧ τ(s) ∧ ¬G(s)) then", "Inv", true),
        ("G(s) := I(s)", "Inv", false),
        ("if {I ∧ κ} S {I} then return (yes, I)", "I", true),
        ("Aₜ₊₁ := sp(I ∧ κ, S)", "Aₜ", true),
        ("Bᵣ₊₁ := B₀ ∨ (κ ∧ wp(S, Bᵣ))", "Bᵣ", true),
        ("Bᵣ₊₁ := B₀ ∨ (κ ∧ wp(S, Bᵣ))", "Aₜ", false),
        ("t := t + 1", "t", true),
        ("return unknown", "t", false),
    ] {
        assert_eq!(mentions(line, name), expected, "{name} in {line}");
    }
}

fn check(engine: Engine, expected: Expect) {
    let text: String = pseudo_code(engine)
        .lines
        .iter()
        .map(|l| {
            let indent = "  ".repeat(l.indent.into());
            let number = l.number.map(|n| n.to_string()).unwrap_or_default();
            format!("{number:<2}{} {indent}{}\n", if l.ours { '*' } else { ' ' }, l.text)
        })
        .collect();
    expected.assert_eq(&text);
}

#[test]
fn imc_keeps_the_numbers_of_the_paper() {
    check(
        Engine::IMC,
        expect![[r#"
            0 * if sat(early) then return false
            1   if sat(I(s₀) ∧ ¬P(s₀)) then
            2     return false
            3   k := 1
            5   while k ≤ kmax do
              *   for each source of interpolants: lines 6 to 24
              *   if I has local symbols then I := get_interpolant(I, B)
            6     G(s) := I(s)
            7     A := I(s₀) ∧ T(s₀,s₁)
            8     B := ⋀₁≤i<k T(sᵢ,sᵢ₊₁) ∧ ⋁₁≤i≤k ¬P(sᵢ)
              *   B := ¬P(s₁) ∨ T(s₁,s₂) ∧ (¬P(s₂) ∨ …)
            9     if sat(A ∧ B) then
            10      return false
            12*   if augment then P(s) := P(s) ∧ get_invariant(s)
              *     the first request runs two levels
            13    while ¬sat(A ∧ B) do
              *     line 13 is asked together with line 14
            14      τ(s₁) := get_interpolant(A, B)
            21      if ¬sat(τ(s) ∧ ¬G(s)) then
            22        return true
            23      G(s) := G(s) ∨ τ(s)
            24      A := τ(s₀) ∧ T(s₀,s₁)
            25    k := k + 1
            26  return unknown
        "#]],
    );
}

#[test]
fn bmc() {
    check(
        Engine::BMC,
        expect![[r#"
            0 * if sat(early) then return false
            1 * k := 0
            2 * while k ≤ kmax do
            3 *   if sat(I ∧ Tᵏ ∧ ¬P) then return false
              *     if ¬P is not needed for that then go to line 5
            4 *   k := k + 1
            5 * if sat(I ∧ Tᵏ) then return unknown
            6 * return true
        "#]],
    );
}

#[test]
fn augmented_imc_and_fib() {
    check(
        Engine::FIB_F,
        expect![[r#"
            0 * if sat(early) then return false
            1   A₀ := P
            2   B₀ := ¬κ ∧ ¬Q
            3   t := r := 0
              * if augment then S, B₀ := S, B₀ within get_invariant()
            4   while true do
            5     if ¬sat((⋁₀≤i≤t Aᵢ) ∧ Bᵣ) then
              *     line 5 is asked together with line 6
              *     for each source of interpolants: lines 6 and 7
            6       I := interpolant of ⋁₀≤i≤t Aᵢ w.r.t. Bᵣ
            7       if {I ∧ κ} S {I} then return (yes, I)
            8       Aₜ₊₁ := sp(I ∧ κ, S)
              *     if monotone then Aₜ₊₁ := I ∨ Aₜ₊₁
            9       t := t + 1
            10      Bᵣ₊₁ := B₀ ∨ (κ ∧ wp(S, Bᵣ))
              *     wp(S, ·) is the pre-image: some round leads there
            11      r := r + 1
            12    else
            13      if Aₜ is concrete then return (no, ⊥)
            14      else
            15        while Aₜ is not concrete do t := t − 1
            16        Aₜ₊₁ := sp(Aₜ ∧ κ, S)
            17        t := t + 1
            18* return unknown
        "#]],
    );
    check(
        Engine::FIB_B,
        expect![[r#"
            0 * if sat(early) then return false
            1   A₀ := P
            2   B₀ := ¬κ ∧ ¬Q
            3   t := r := 0
              * if augment then S, B₀ := S, B₀ within get_invariant()
            4   while true do
            5     if ¬sat(Bᵣ ∧ (⋁₀≤i≤t Aᵢ)) then
              *     line 5 is asked together with line 6
              *     for each source of interpolants: lines 6 and 7
            6       I := interpolant of Bᵣ w.r.t. ⋁₀≤i≤t Aᵢ
            7       if {¬I ∧ κ} S {¬I} then return (yes, ¬I)
            8       Bᵣ₊₁ := I ∨ (κ ∧ wp(S, I))
              *     wp(S, ·) is the pre-image: some round leads there
            9       r := r + 1
            10      Aₜ₊₁ := sp(Aₜ ∧ κ, S)
            11      t := t + 1
            12    else
            13      if Bᵣ is concrete then return (no, ⊥)
            14      else
            15        while Bᵣ is not concrete do r := r − 1
            16        Bᵣ₊₁ := B₀ ∨ (κ ∧ wp(S, Bᵣ))
            17        r := r + 1
            18* return unknown
        "#]],
    );
    check(
        Engine::FIB_BI,
        expect![[r#"
            0 * if sat(early) then return false
            1 * A₀ := P
            2 * B₀ := ¬κ ∧ ¬Q
            3 * t := r := 0
              * if augment then S, B₀ := S, B₀ within get_invariant()
            4 * while true do
            5 *   if ¬sat((⋁₀≤i≤t Aᵢ) ∧ Bᵣ) then
              *     line 5 is asked together with line 6
              *     for each source of interpolants: lines 6 and 7
            6 *     I, J := interpolants of either side
            7 *     if I or ¬J is inductive then return it
            8 *     Aₜ₊₁ := sp(I ∧ κ, S), t := t + 1
              *     if monotone then Aₜ₊₁ := I ∨ Aₜ₊₁
            10*     Bᵣ₊₁ := J ∨ (κ ∧ wp(S, J)), r := r + 1
              *     wp(S, ·) is the pre-image: some round leads there
            12*   else
            13*     if both are concrete then return (no, ⊥)
            15*     drop the abstract sets of both sides
            16*     one concrete step on either side
            18* return unknown
        "#]],
    );
}

#[test]
fn vinta_and_ufo() {
    check(
        Engine::VINTA_BOX,
        expect![[r#"
            1   func VINTAMAIN(Program P)
            2     create nodes v_en, v_err
            3     ψ(v_en) := true; ν(v_en) := en
            4     ψ(v_err) := false; ν(v_err) := err
            5     marked(v_en) := true
            6     labels := ∅
            7     while true do
            8       EXPANDARG()
            9       if ψ(v_err) is UNSAT then
            10        return SAFE
            11      labels := REFINE(A)
              *     first: can some path be passed, whatever the labels say?
              *     each refinement has another source of interpolants
            12      if labels = ∅ then
            13        return UNSAFE
            14  func GETFUTURENODE(ℓ ∈ CP)
            15    if FN(ℓ) is defined then
            16      return FN(ℓ)
            17    create node v
            18    ψ(v) := true; ν(v) := ℓ
            19    FN(ℓ) := v
            20    return v
            21  func EXPANDNODE(v ∈ V)
            22    if v has children then
            23      forall (v, w) ∈ E do
            24        FN(ν(w)) := w
            25    else
            26      forall (ν(v), T, ℓ) ∈ δ do
            27        w := GETFUTURENODE(ℓ)
            28        E := E ∪ {(v, w)}; τ(v, w) := T
            29  func EXPANDARG()
            30    vis := ∅; FN := ∅
            31    FN(err) := v_err; v := v_en
            32    while true do
            33      ℓ := ν(v)
            34      EXPANDNODE(v)
            35      if marked(v) then
            36        marked(v) := false
            37        ψ(v) := COMPUTEPOST(v)
              *       COMPUTEPOST first asks whether an edge can be passed
            38        ψ(v) := WIDENWITH({ψ(u) ∣ u ∈ vis(ℓ)}, ψ(v))
              *       unions of boxes: widening first stops at values that are set
            39        forall (v, w) ∈ E do marked(w) := true
            40      else if labels(v) is defined then
            41        ψ(v) := labels(v)
            42        forall {(v, w) ∈ E ∣ labels(w) is undefined} do
            43          marked(w) := true
            44      vis(ℓ) := vis(ℓ) ∪ {v}
            45      if v = v_err then break
            46      if SMT.ISVALID(ψ(v) ⇒ ⋁ ψ(u), u ∈ vis(ℓ), u ≠ v) then
            47        erase FN(ℓ)
            48        forall {(v, w) ∈ E ∣ no other u with (u, w) ∈ E} do
            49          erase FN(ν(w))
            50        repeat ℓ := WTOEXIT(ℓ) until FN(ℓ) is defined
            51        v := FN(ℓ); erase FN(ℓ)
            52      else
            53        ℓ := WTONEXT(ℓ)
            54        v := FN(ℓ); erase FN(ℓ)
            55*   return unknown
            61  func VINTAREF(ARG A)
            62    L_E := EncodeBMC(A); L_V := Encode(ψ)
            63    I := VINTARDI((V, E, v_en, v_err), L_E, L_V)
            64    if I = ∅ then return I
            65    forall v ∈ V do I(v) := I(v) ∧ L_V(v)
            66    return DecodeBMC(I)
            67  func VINTARDI(G, L_E, L_V)
            68    forall e = (u, v) ∈ E do
            69      L_E(e) := L_V(u) ∧ L_E(e)
              *   where labels leave no path from v to v_err: I(v) := true
            70    I := DAGITP(G, L_E)
              *   DAGITP: I(v) := get_interpolant(ways into v, paths from v)
            71    return I
        "#]],
    );
    let main = |engine: Engine| {
        pseudo_code(engine).lines.iter().filter(|l| l.number.is_some_and(|n| n < 60)).count()
    };
    assert_eq!(main(Engine::VINTA_BOXES), main(Engine::UFO_BOX));
    let refinement: Vec<&str> = pseudo_code(Engine::UFO_BOX)
        .lines
        .iter()
        .filter(|l| l.number.is_some_and(|n| n > 60))
        .map(|l| l.text)
        .collect();
    assert_eq!(refinement[0], "func UFOREF(ARG A)");
}

#[test]
fn impact_has_the_procedures_of_the_paper() {
    check(
        Engine::IMPACT_FC,
        expect![[r#"
            0 * no path gets longer than kmax actions, else return unknown
            1   func UNWIND(Program P)
            2     V := {ε}; ψ(ε) := true; E := ∅; ▷ := ∅
            3     while some leaf v ∈ V is not covered do
            4       forall w ⊏ v do CLOSE(w)
            5       DFS(v)
            6     return SAFE
            7   func DFS(v ∈ V)
            8     CLOSE(v)
            9     if v is not covered then
            10      if M(v) = err then
            11        REFINE(v)
            12        forall w ⊑ v do CLOSE(w)
            13*     else if FORCECOVER(v, w) for some w ≺ v then return
            14      EXPAND(v)
            15      forall children w of v do DFS(w)
            16  func CLOSE(v ∈ V)
              *   if ψ(v) = false then v is covered by itself alone
            17    forall w ≺ v with M(w) = M(v) do COVER(v, w)
            18  func COVER(v, w ∈ V)
            19    if v is not covered and M(v) = M(w) and v ⋢ w then
            20      if ψ(v) ⊨ ψ(w) then
              *     what an earlier answer shows is not asked again
            21        ▷ := ▷ ∪ {(v, w)}
            22        ▷ := ▷ ∖ {(x, y) ∣ v ⊑ y}
            23  func REFINE(v ∈ V)
            24    if M(v) = err and ψ(v) ≠ false then
            25      π := the path from ε to v
              *     each refinement has another source of interpolants
            26      if U(π) has no interpolant then return UNSAFE
            27      Â₀, …, Âₙ := an interpolant of U(π)
              *     Âᵢ := interpolant of Âᵢ₋₁ ∧ τ(vᵢ₋₁, vᵢ) and the rest of π
            28      for i := 0, …, n do
            29        if ψ(vᵢ) ⊭ Âᵢ then
            30          ▷ := ▷ ∖ {(x, vᵢ) ∣ x ∈ V}
            31          ψ(vᵢ) := ψ(vᵢ) ∧ Âᵢ
            32  func EXPAND(v ∈ V)
            33    if v is a leaf that is not covered then
            34      forall (M(v), T, m) ∈ Δ do
              *     children at the error come first
            35        create w; ψ(w) := true; M(w) := m; E := E ∪ {(v, w)}; τ(v, w) := T
            36  func FORCECOVER(v, w ∈ V)
            37    x := nearest common ancestor of v and w; π := the path from x to v
            38    if ψ(x) ∧ U(π) ⊨ ψ(w) then
            39      strengthen the labels along π as in lines 27 to 31
            40      COVER(v, w)
            41* return unknown
        "#]],
    );
    let plain = |line: &PseudoLine| pseudo_code(Engine::IMPACT).lines.contains(line);
    let forced = pseudo_code(Engine::IMPACT_FC).lines.iter().filter(|line| !plain(line));
    assert_eq!(forced.filter_map(|line| line.number).collect::<Vec<_>>(), [13, 36, 37, 38, 39, 40]);
}

#[test]
fn verdicts_light_up_the_line_that_returns_them() {
    let history = crate::fixture::counter_run();
    let lit: Vec<u32> = history.events().map(|event| lit_line(Engine::IMC, event)).collect();
    assert_eq!(lit, [0, 1, 9, 14, 21, 14, 21, 22]);
    let history = crate::fixture::spurious_run();
    let lit: Vec<u32> = history.events().map(|event| lit_line(Engine::IMC, event)).collect();
    assert_eq!(lit, [14, 13, 26]);
}

#[test]
fn numbers_are_distinct_and_ascend() {
    for engine in Engine::ALL {
        let numbers: Vec<u32> = pseudo_code(engine).lines.iter().filter_map(|l| l.number).collect();
        assert!(numbers.is_sorted_by(|a, b| a < b), "{engine}: {numbers:?}");
    }
}

#[test]
fn departures_are_marked_and_explained() {
    let remarks = |engine: Engine| {
        let lines = pseudo_code(engine).lines.iter().filter(|l| l.number.is_none());
        lines
            .map(|l| {
                assert!(l.ours && l.meaning.ends_with('.'), "{engine}: {}", l.text);
                l.text
            })
            .collect::<Vec<_>>()
    };
    for engine in Engine::ALL {
        // Whatever asks for interpolants says where they come from and when, in remarks or as lines of its own.
        let rotates = remarks(engine).iter().any(|text| text.contains("source of interpolants"));
        assert_eq!(rotates, engine.growth() != trace::Growth::Bound, "{engine}");
        // A line of the paper is never a remark, so that no number is lost.
        assert!(pseudo_code(engine).lines.iter().all(|l| l.ours || l.number.is_some()), "{engine}");
    }
    let ours: Vec<Engine> = Engine::ALL.into_iter().filter(|&e| pseudo_code(e).is_ours()).collect();
    assert_eq!(ours, [Engine::ISMC, Engine::FIB_BI, Engine::PDR, Engine::DAR, Engine::KIND, Engine::BMC]);
}

#[test]
fn ar_keeps_the_numbers_of_figure_2() {
    check(
        Engine::AR,
        expect![[r#"
            0 * if sat(early) then return false
              * if I or F needs a quantifier then give entry and failure a place of their own
            1   I₁ := I, F₁ := F, S̃₀ := ¬F, C̃₀ := ¬I, k₁ := 1
            2   for j = 1, 2, 3, … do
              *   in rotation: the next source of interpolants in each round
            3     if sat(Iⱼ(x₀) ∧ T(x₀, x₁) ∧ … ∧ Fⱼ(xₖ)) then
            4       return counterexample
            5 *   if asked for and Fⱼ is kⱼ-inductive then return no counterexample
            6     let post^ provide the guarantee (Fⱼ, kⱼ)
            7     let pre^ provide the guarantee (Iⱼ, kⱼ)
            8     S̃ⱼ := ⋃ᵢ (post^(·) ∖ Fⱼ ∩ S̃ⱼ₋₁)ⁱ(Iⱼ)
            9     C̃ⱼ := ⋃ᵢ (pre^(·) ∖ Iⱼ ∩ C̃ⱼ₋₁)ⁱ(Fⱼ)
              *   on integers: after 8 + 4k images, take the set of the round before
            10    if post(S̃ⱼ) ∩ Fⱼ = ∅ or pre(C̃ⱼ) ∩ Iⱼ = ∅ then
            11      return no counterexample
            13    Iⱼ₊₁ := Iⱼ ∩ pre(C̃ⱼ)
            14    Fⱼ₊₁ := Fⱼ ∩ post(S̃ⱼ)
            15    kⱼ₊₁ := kⱼ + 1
            17* return unknown
            18* post^(Q):
            19*   A := Q(x₀) ∧ T(x₀, x₁)
            20*   B := T(x₁, x₂) ∧ … ∧ (F(x₁) ∨ … ∨ F(xₖ))
              *   B := F(x₁) ∨ T(x₁, x₂) ∧ (F(x₂) ∨ …)
            21*   if ¬sat(A ∧ B) then return interpolant of A and B
            22*   else conjoin ¬F(xᵢ) to B, the far end first, and ask again
            23*   at worst return ¬F(x₁)
        "#]],
    );
}

#[test]
fn the_ways_of_ar_differ_in_one_line() {
    let [constraining, blocking] = [Engine::AR, Engine::AR_ALLSAT].map(|engine| pseudo_code(engine).lines);
    let differing: Vec<_> =
        constraining.iter().zip(blocking).filter(|(a, b)| a != b).map(|(a, _)| a.number).collect();
    assert_eq!(differing, [Some(22)]);
}
