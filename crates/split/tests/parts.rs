//! A small module, split, and both parts run by Node as a page runs them.
//!
//! Its functions are `double`, which `main` calls and which is not needed at first, with `helper`, which only it calls and which calls the
//! import and a function that stays; and `listed::square`, which is called through the table alone.

use std::fs;
use std::process::Command;
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, EntityType, ExportKind, ExportSection,
    Function, FunctionSection, GlobalSection, GlobalType, ImportSection, Instruction as I, MemorySection,
    MemoryType, Module, NameMap, NameSection, RefType, TableSection, TableType, TypeSection, ValType,
};

/// `listed::double` and what it alone calls are not needed at first, nor is `listed::square`.
const RECORD: &str = "# what is called at first\n\nall main\nall shared\n";

fn body(instructions: &[I]) -> Function {
    let mut function = Function::new([]);
    for instruction in instructions {
        function.instruction(instruction);
    }
    function.instruction(&I::End);
    function
}

/// Something long, which a stub is worth it for.
fn long(instructions: &[I]) -> Function {
    body(&[&vec![I::Nop; 120], instructions].concat())
}

/// Functions: 0 imported `note`, 1 `main`, 2 `listed::double`, 3 `listed::helper`, 4 `shared`, 5 `listed::square`, 6 `loadRest`,
/// 7 `through`, which calls what is in the first place of the table.
fn module(answer: i32) -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32], [ValType::I32]);
    types.ty().function([], []);
    let mut imports = ImportSection::new();
    imports.import("env", "note", EntityType::Function(0));
    imports.import("env", "load", EntityType::Function(1));
    let mut functions = FunctionSection::new();
    for signature in [0, 0, 0, 0, 0, 1, 0] {
        functions.function(signature);
    }
    let mut tables = TableSection::new();
    tables.table(TableType {
        element_type: RefType::FUNCREF,
        table64: false,
        minimum: 2,
        maximum: Some(2),
        shared: false,
    });
    let mut memories = MemorySection::new();
    memories.memory(MemoryType {
        minimum: 1,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    let mut globals = GlobalSection::new();
    globals.global(
        GlobalType { val_type: ValType::I32, mutable: true, shared: false },
        &ConstExpr::i32_const(answer),
    );
    let mut exports = ExportSection::new();
    for (name, function) in [("main", 2), ("loadRest", 7), ("through", 8)] {
        exports.export(name, ExportKind::Func, function);
    }
    exports.export("memory", ExportKind::Memory, 0);
    let mut elements = ElementSection::new();
    elements.active(None, &ConstExpr::i32_const(1), Elements::Functions(vec![6].into()));
    let mut code = CodeSection::new();
    let sum = [I::LocalGet(0), I::Call(4), I::GlobalGet(0), I::I32Add];
    code.function(&body(&[I::LocalGet(0), I::Call(3), I::Call(5)]));
    code.function(&long(&sum));
    code.function(&long(&[I::LocalGet(0), I::Call(0), I::Call(5)]));
    code.function(&body(&[I::LocalGet(0), I::I32Const(1), I::I32Add]));
    code.function(&long(&[I::LocalGet(0), I::LocalGet(0), I::I32Mul]));
    code.function(&body(&[I::Call(1)]));
    code.function(&body(&[
        I::LocalGet(0),
        I::I32Const(1),
        I::CallIndirect { type_index: 0, table_index: 0 },
    ]));
    let mut data = DataSection::new();
    data.active(0, &ConstExpr::i32_const(8), [7]);
    let mut names = NameSection::new();
    let mut of_functions = NameMap::new();
    let all = [
        "note",
        "load",
        "main",
        "listed::double::h0123456789abcdef",
        "<listed::Helper as Help>::help",
        "shared",
        "listed::square",
    ];
    for (number, name) in all.iter().enumerate() {
        of_functions.append(u32::try_from(number).unwrap(), name);
    }
    names.functions(&of_functions);
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&tables).section(&memories);
    module
        .section(&globals)
        .section(&exports)
        .section(&elements)
        .section(&code)
        .section(&data)
        .section(&names);
    module.finish()
}

/// What Node prints of a script, which has the parts in `main` and `rest`.
fn run(test: &str, parts: &loopglass_split::Parts, script: &str) -> String {
    let folder = std::env::temp_dir().join(format!("loopglass-split-{}-{test}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("main.wasm"), &parts.main).unwrap();
    fs::write(folder.join("rest.wasm"), &parts.rest).unwrap();
    let imports: Vec<String> = parts.imports.iter().map(|(old, new)| format!("'{new}': {old}")).collect();
    let imports = imports.join(", ");
    let script = format!(
        "const [main, rest] = ['main', 'rest'].map((part) => new WebAssembly.Module(require('fs').readFileSync(part + '.wasm')));
         const said = [];
         const load = () => {{ said.push('load'); new WebAssembly.Instance(rest, {{ '': exports }}); }};
         const note = (n) => {{ said.push(n); return 10 * n; }};
         const {{ exports }} = new WebAssembly.Instance(main, {{ env: {{ {imports} }} }});
         {script}"
    );
    let output = Command::new("node").args(["-e", &script]).current_dir(&folder).output().unwrap();
    fs::remove_dir_all(&folder).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn the_rest_is_loaded_once_when_it_is_first_called() {
    let parts = loopglass_split::split(&module(100), RECORD, "", "loadRest").unwrap();
    let script =
        "said.push(exports.main(3), exports.main(4), exports.through(5)); console.log(said.join(' '));";
    // main(n) = shared(help(n) + 100) where help(n) = shared(note(n)), and shared(n) = n + 1.
    assert_eq!(run("calls", &parts, script), "load 3 4 132 142 25");
    let script = "said.push(exports.through(5), exports.main(3)); console.log(said.join(' '));";
    assert_eq!(run("table", &parts, script), "load 3 25 132", "through the table first");
}

#[test]
fn what_is_recorded_kept_or_short_stays() {
    let script = "console.log(exports.main(3), exports.through(5), said.join(' '));";
    for (test, record, keep) in [
        (
            "recorded",
            "all main\nall listed::double\nall listed::square\n124 <listed::Helper as Help>::help\n",
            "",
        ),
        ("kept", "all main", "# what is kept\nlisted\n"),
    ] {
        let parts = loopglass_split::split(&module(100), record, keep, "loadRest").unwrap();
        assert_eq!(run(test, &parts, script), "132 25 3", "{test}: `shared` is short");
    }
    let other = "all main\nall listed::square\nall listed::double\n7 <listed::Helper as Help>::help\n";
    let parts = loopglass_split::split(&module(100), other, "", "loadRest").unwrap();
    assert_eq!(run("length", &parts, script), "132 25 load 3", "of that name, another one was called");
}

#[test]
fn a_marked_module_notes_what_is_called() {
    let marked = loopglass_split::mark(&module(100)).unwrap();
    let (at, count) = (marked.marks, marked.functions);
    let parts = loopglass_split::Parts {
        main: marked.module,
        rest: marked.rest,
        imports: vec![("note".into(), "note".into()), ("load".into(), "load".into())],
    };
    let script = |call: &str| {
        format!(
            "{call}; load();
             console.log([...new Uint8Array(exports.memory.buffer, {at}, {count}).entries()].filter(([, m]) => m).map(([n]) => n).join(' '));"
        )
    };
    let record = |test: &str, call: &str| {
        let called =
            run(test, &parts, &script(call)).split_whitespace().map(|n| n.parse().unwrap()).collect();
        loopglass_split::record(&module(100), &called).unwrap()
    };
    assert_eq!(
        record("marks", "exports.main(3)"),
        "all <listed::Helper as Help>::help\nall listed::double\nall main\nall shared\n"
    );
    // The last two functions have no name, and only one of them was called.
    assert_eq!(record("nameless", "exports.through(3)"), "4 \nall listed::square\n");
}

#[test]
fn a_rest_of_another_build_is_refused() {
    let parts = loopglass_split::split(&module(100), RECORD, "", "loadRest").unwrap();
    let other = loopglass_split::split(&module(101), RECORD, "", "loadRest").unwrap();
    let mixed = loopglass_split::Parts { rest: other.rest, ..parts };
    let script = "try { exports.main(3); } catch (error) { console.log(error.name); }";
    assert_eq!(run("mixed", &mixed, script), "LinkError");
}

#[test]
fn mistakes() {
    let wrong = |record, keep, loader| loopglass_split::split(&module(100), record, keep, loader).err();
    assert_eq!(wrong(RECORD, "list", "loadRest"), Some("no function's name begins with `list`".into()));
    assert_eq!(wrong("main", "", "loadRest"), Some("the record has a line `main`".into()));
    assert_eq!(wrong("some main", "", "loadRest"), Some("the record has a line `some main`".into()));
    assert_eq!(wrong(RECORD, "", "load"), Some("there is no `load`, which is to load the rest".into()));
    assert!(loopglass_split::split(b"no module", RECORD, "", "loadRest").is_err());
}
