//! Writes the two parts.
//!
//! What stays is a module like the one before, in which a function that goes and is called by what stays is a stub: where the rest is not
//! there yet it calls what loads it, then passes its parameters on through the table of functions, where the rest puts its own. A function
//! that is in that table anyway keeps its place there: the rest puts the function itself in the place of the stub.
//!
//! The rest imports the memory, the table and all it calls from what stays, under short names that are exported for it. One of these names
//! is the seal: it is different for any other module, so that a rest of another build is refused by the browser instead of being run.

use crate::choice::Place;
use crate::module::{Module, Result, Use};
use std::collections::{BTreeMap, BTreeSet};
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, DataCountSection, DataSection, ElementSection, Elements, EntityType,
    ExportKind, ExportSection, Function, FunctionSection, GlobalSection, GlobalType, ImportSection,
    Instruction, MemorySection, StartSection, TableSection, TypeSection, ValType,
};
use wasmparser::ExternalKind;

/// What a module's parts say of its numbers: which function is which.
struct Renumbered<'a>(&'a BTreeMap<u32, u32>, &'a BTreeMap<u32, u32>, &'a BTreeMap<u32, u32>);

impl Reencode for Renumbered<'_> {
    type Error = String;

    fn function_index(&mut self, function: u32) -> std::result::Result<u32, Error<String>> {
        number(self.0, function, "function")
    }

    fn global_index(&mut self, global: u32) -> std::result::Result<u32, Error<String>> {
        number(self.1, global, "variable")
    }

    fn table_index(&mut self, table: u32) -> std::result::Result<u32, Error<String>> {
        number(self.2, table, "table")
    }
}

fn number(numbers: &BTreeMap<u32, u32>, old: u32, what: &str) -> std::result::Result<u32, Error<String>> {
    numbers.get(&old).copied().ok_or_else(|| Error::UserError(format!("{what} {old} is in the other part")))
}

/// The two parts of a module, as bytes.
pub struct Parts {
    /// What stays.
    pub main: Vec<u8>,
    /// What can be loaded later.
    pub rest: Vec<u8>,
    /// What the first part imports has short names now: the old name and the new one of each.
    pub imports: Vec<(String, String)>,
}

/// A module that is being split.
struct Split<'a, 'm> {
    module: &'m Module<'a>,
    places: &'m [Place],
    /// The places in the table through which functions that go are called.
    slots: BTreeMap<u32, u32>,
    /// The functions, variables and tables that the rest imports, with the names under which they are exported.
    shared: BTreeMap<Shared, String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shared {
    Memory,
    Table(u32),
    Global(u32),
    Function(u32),
}

/// Splits a module. `root` is the exported function that loads the rest.
pub fn split(module: &Module, places: &[Place], root: &str, seal: &str) -> Result<Parts> {
    let split = Split::new(module, places, seal)?;
    let wrong = |error: Error<String>| format!("the module cannot be split: {error}");
    let named = module.imports.iter().enumerate().map(|(at, import)| (import.name.to_owned(), short(at)));
    Ok(Parts {
        main: split.main(root).map_err(wrong)?,
        rest: split.rest().map_err(wrong)?,
        imports: named.collect(),
    })
}

impl<'a, 'm> Split<'a, 'm> {
    fn new(module: &'m Module<'a>, places: &'m [Place], seal: &str) -> Result<Split<'a, 'm>> {
        let mut slots = BTreeMap::new();
        for (&place, &function) in &module.elements {
            if places[function as usize] != Place::Hot {
                slots.entry(function).or_insert(place);
            }
        }
        let mut free = table_size(module)?;
        for function in 0..module.functions() {
            if places[function as usize] == Place::Stub && !slots.contains_key(&function) {
                slots.insert(function, free);
                free += 1;
            }
        }
        let mut wanted = BTreeSet::from([Shared::Memory, Shared::Table(0)]);
        for function in (0..module.functions()).filter(|f| places[*f as usize] != Place::Hot) {
            for used in module.uses(function)? {
                match used {
                    Use::Function(callee) if places[callee as usize] == Place::Hot => {
                        wanted.insert(Shared::Function(callee));
                    }
                    Use::Function(_) => {}
                    Use::Global(global) => drop(wanted.insert(Shared::Global(global))),
                    Use::Table(table) => drop(wanted.insert(Shared::Table(table))),
                    Use::Immovable => return Err(format!("function {function} needs its own module's data")),
                }
            }
        }
        let names = wanted.into_iter().enumerate();
        let name =
            |(at, shared)| (shared, if shared == Shared::Memory { seal.to_owned() } else { short(at) });
        Ok(Split { module, places, slots, shared: names.map(name).collect() })
    }

    /// How many places the table has in what stays.
    fn table_size(&self) -> Result<u32> {
        let least = table_size(self.module)?;
        Ok(self.slots.values().map(|slot| slot + 1).max().unwrap_or(0).max(least))
    }

    /// The functions that are not imported and go to such places, by signature, name and size: what is made anew for each type is beside
    /// its likes, which compresses better.
    fn by_name(&self, wanted: impl Fn(Place) -> bool) -> Vec<u32> {
        let all = self.module.imports.len() as u32..self.module.functions();
        let mut found: Vec<u32> = all.filter(|f| wanted(self.places[*f as usize])).collect();
        found.sort_by_cached_key(|&function| {
            let name = self.module.names.get(&function).copied().unwrap_or_default();
            let without_hash = name.rsplit_once("::h").map_or(name, |(path, _)| path);
            let size = self.module.body(function).map_or(0, |body| body.range().len());
            (
                self.module.signatures[function as usize],
                without_hash.trim_start_matches(['<', '&']),
                size,
                function,
            )
        });
        found
    }

    fn types(&self, all: &mut Renumbered) -> std::result::Result<TypeSection, Error<String>> {
        let mut types = TypeSection::new();
        for signature in &self.module.types {
            types.ty().func_type(&all.func_type(signature.clone())?);
        }
        Ok(types)
    }

    fn main(&self, root: &str) -> std::result::Result<Vec<u8>, Error<String>> {
        let module = self.module;
        let imported = module.imports.len() as u32;
        let stays = self.by_name(|place| place != Place::Cold);
        let functions: BTreeMap<u32, u32> = (0..imported).chain(stays.iter().copied()).zip(0..).collect();
        let same = |count: usize| (0..count as u32).map(|n| (n, n)).collect::<BTreeMap<u32, u32>>();
        let (globals, tables) = (same(module.globals.len()), same(module.tables.len()));
        let mut numbers = Renumbered(&functions, &globals, &tables);
        let is_loaded = module.globals.len() as u32;
        let loader = module.exports.iter().find(|export| export.name == root).map(|export| export.index);
        let loader = numbers.function_index(loader.unwrap_or(u32::MAX))?;

        let mut imports = ImportSection::new();
        for (at, import) in module.imports.iter().enumerate() {
            imports.import(import.module, &short(at), numbers.entity_type(import.ty)?);
        }
        let (mut signatures, mut code) = (FunctionSection::new(), CodeSection::new());
        for &function in &stays {
            let signature = module.signatures[function as usize];
            signatures.function(signature);
            if self.places[function as usize] == Place::Hot {
                if let Some(body) = module.body(function) {
                    numbers.parse_function_body(&mut code, body.clone())?;
                }
            } else {
                code.function(&self.stub(function, is_loaded, loader));
            }
        }
        let mut table_section = TableSection::new();
        for (at, table) in module.tables.iter().enumerate() {
            let mut table = numbers.table_type(*table)?;
            if at == 0 {
                table.minimum = self.table_size().map_err(Error::UserError)?.into();
                table.maximum = table.maximum.map(|_| table.minimum);
            }
            table_section.table(table);
        }
        let mut memories = MemorySection::new();
        for memory in &module.memories {
            memories.memory(numbers.memory_type(*memory)?);
        }
        let mut global_section = GlobalSection::new();
        for global in &module.globals {
            numbers.parse_global(&mut global_section, global.clone())?;
        }
        global_section.global(LOADED, &ConstExpr::i32_const(0));
        let mut exports = ExportSection::new();
        for export in &module.exports {
            let at = match export.kind {
                ExternalKind::Func => numbers.function_index(export.index)?,
                _ => export.index,
            };
            exports.export(export.name, numbers.export_kind(export.kind)?, at);
        }
        for (shared, name) in &self.shared {
            let (kind, at) = match *shared {
                Shared::Memory => (ExportKind::Memory, 0),
                Shared::Table(table) => (ExportKind::Table, table),
                Shared::Global(global) => (ExportKind::Global, global),
                Shared::Function(function) => (ExportKind::Func, numbers.function_index(function)?),
            };
            exports.export(name, kind, at);
        }
        exports.export(LOADED_NAME, ExportKind::Global, is_loaded);
        let mut data = DataSection::new();
        for piece in &module.data {
            numbers.parse_data(&mut data, piece.clone())?;
        }
        let mut out = wasm_encoder::Module::new();
        out.section(&self.types(&mut numbers)?)
            .section(&imports)
            .section(&signatures)
            .section(&table_section);
        out.section(&memories).section(&global_section).section(&exports);
        out.section(&elements(
            module.elements.iter().map(|(place, function)| (*place, *function)),
            &functions,
        )?);
        if module.counts_data {
            out.section(&DataCountSection { count: module.data.len() as u32 });
        }
        out.section(&code).section(&data);
        Ok(out.finish())
    }

    /// The stub of a function that goes.
    fn stub(&self, function: u32, is_loaded: u32, loader: u32) -> Function {
        let signature = self.module.signatures[function as usize];
        let parameters = self.module.types[signature as usize].params().len() as u32;
        let mut stub = Function::new([]);
        stub.instruction(&Instruction::GlobalGet(is_loaded)).instruction(&Instruction::I32Eqz);
        stub.instruction(&Instruction::If(BlockType::Empty)).instruction(&Instruction::Call(loader));
        stub.instruction(&Instruction::End);
        for parameter in 0..parameters {
            stub.instruction(&Instruction::LocalGet(parameter));
        }
        stub.instruction(&Instruction::I32Const(self.slots[&function].cast_signed()));
        stub.instruction(&Instruction::CallIndirect { type_index: signature, table_index: 0 });
        stub.instruction(&Instruction::End);
        stub
    }

    fn rest(&self) -> std::result::Result<Vec<u8>, Error<String>> {
        let module = self.module;
        let (mut functions, mut globals, mut tables) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let none = BTreeMap::new();
        let mut plain = Renumbered(&none, &none, &none);
        let mut imports = ImportSection::new();
        for (shared, name) in &self.shared {
            let (numbers, old, entity) = match *shared {
                Shared::Memory => {
                    let memory = plain.memory_type(module.memories[0])?;
                    imports.import("", name, memory);
                    continue;
                }
                Shared::Table(table) => {
                    let mut entity = plain.table_type(module.tables[table as usize])?;
                    if table == 0 {
                        entity.minimum = self.table_size().map_err(Error::UserError)?.into();
                        entity.maximum = entity.maximum.map(|_| entity.minimum);
                    }
                    (&mut tables, table, EntityType::Table(entity))
                }
                Shared::Global(global) => {
                    let entity = plain.global_type(module.globals[global as usize].ty)?;
                    (&mut globals, global, EntityType::Global(entity))
                }
                Shared::Function(function) => {
                    (&mut functions, function, EntityType::Function(module.signatures[function as usize]))
                }
            };
            numbers.insert(old, numbers.len() as u32);
            imports.import("", name, entity);
        }
        imports.import("", LOADED_NAME, LOADED);
        let is_loaded = globals.len() as u32;
        let goes = self.by_name(|place| place != Place::Hot);
        for &function in &goes {
            functions.insert(function, functions.len() as u32);
        }
        let start = functions.len() as u32;
        let mut numbers = Renumbered(&functions, &globals, &tables);
        let mut types = self.types(&mut numbers)?;
        types.ty().func_type(&wasm_encoder::FuncType::new([], []));
        let (mut signatures, mut code) = (FunctionSection::new(), CodeSection::new());
        for &function in &goes {
            signatures.function(module.signatures[function as usize]);
            if let Some(body) = module.body(function) {
                numbers.parse_function_body(&mut code, body.clone())?;
            }
        }
        signatures.function(module.types.len() as u32);
        let mut last = Function::new([]);
        last.instruction(&Instruction::I32Const(1)).instruction(&Instruction::GlobalSet(is_loaded));
        last.instruction(&Instruction::End);
        code.function(&last);
        let in_table = module.elements.iter().map(|(place, function)| (*place, *function));
        let called = self.slots.iter().map(|(function, slot)| (*slot, *function));
        let filled: BTreeMap<u32, u32> = in_table
            .chain(called)
            .filter(|(_, function)| self.places[*function as usize] != Place::Hot)
            .collect();
        let mut out = wasm_encoder::Module::new();
        out.section(&types)
            .section(&imports)
            .section(&signatures)
            .section(&StartSection { function_index: start });
        out.section(&elements(filled.into_iter(), &functions)?).section(&code);
        Ok(out.finish())
    }
}

/// The variable that says whether the rest is there.
const LOADED: GlobalType = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
const LOADED_NAME: &str = "!";

fn table_size(module: &Module) -> Result<u32> {
    let table = module.tables.first().ok_or("there is no table of functions")?;
    u32::try_from(table.initial).map_err(|_| "the table of functions is too large".into())
}

/// Fills places of the table; places that follow one another are one element.
fn elements(
    filled: impl Iterator<Item = (u32, u32)>,
    numbers: &BTreeMap<u32, u32>,
) -> std::result::Result<ElementSection, Error<String>> {
    let mut runs: Vec<(u32, Vec<u32>)> = Vec::new();
    for (place, function) in filled {
        let function = number(numbers, function, "function")?;
        match runs.last_mut() {
            Some((first, run)) if *first + run.len() as u32 == place => run.push(function),
            _ => runs.push((place, vec![function])),
        }
    }
    let mut section = ElementSection::new();
    for (first, run) in runs {
        section.active(None, &ConstExpr::i32_const(first.cast_signed()), Elements::Functions(run.into()));
    }
    Ok(section)
}

/// Short names, all different.
fn short(mut number: usize) -> String {
    const SIGNS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    let mut name = String::from(".");
    loop {
        name.push(SIGNS[number % SIGNS.len()].into());
        number /= SIGNS.len();
        if number == 0 {
            return name;
        }
    }
}
