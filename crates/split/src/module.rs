//! A module of WebAssembly, read as far as it takes to split it: its sections as they stand, and who calls whom.

use std::collections::BTreeMap;
use wasmparser::{
    BinaryReaderError, Data, ElementItems, ElementKind, Export, FuncType, FunctionBody, Global, Import,
    KnownCustom, MemoryType, Name, Operator, Parser, Payload, TableType, TypeRef,
};

/// What is wrong with a module, as a sentence.
pub type Result<T> = std::result::Result<T, String>;

/// A module. Its functions are numbered as in the file: those that are imported first.
#[derive(Default)]
pub struct Module<'a> {
    /// The types of functions.
    pub types: Vec<FuncType>,
    /// What is imported; all of it functions.
    pub imports: Vec<Import<'a>>,
    /// For each function its type.
    pub signatures: Vec<u32>,
    /// The tables; that of functions is the first one.
    pub tables: Vec<TableType>,
    /// The memories.
    pub memories: Vec<MemoryType>,
    /// The variables.
    pub globals: Vec<Global<'a>>,
    /// What is exported.
    pub exports: Vec<Export<'a>>,
    /// For each place in the table of functions that is filled, its function.
    pub elements: BTreeMap<u32, u32>,
    /// The functions that are not imported.
    pub bodies: Vec<FunctionBody<'a>>,
    /// What is put into memory.
    pub data: Vec<Data<'a>>,
    /// Whether a section says how many pieces of data there are.
    pub counts_data: bool,
    /// The functions' names, where there are any.
    pub names: BTreeMap<u32, &'a str>,
}

impl<'a> Module<'a> {
    /// Reads a module; an error if there is something in it that no module of ours has.
    pub fn read(bytes: &'a [u8]) -> Result<Module<'a>> {
        let mut module = Module::default();
        for payload in Parser::new(0).parse_all(bytes) {
            module.take(payload.map_err(unreadable)?)?;
        }
        Ok(module)
    }

    fn take(&mut self, payload: Payload<'a>) -> Result<()> {
        match payload {
            Payload::TypeSection(section) => {
                for group in section.into_iter_err_on_gc_types() {
                    self.types.push(group.map_err(unreadable)?);
                }
            }
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    let import = import.map_err(unreadable)?;
                    let TypeRef::Func(signature) = import.ty else {
                        return Err(format!("{} is imported and no function", import.name));
                    };
                    self.signatures.push(signature);
                    self.imports.push(import);
                }
            }
            Payload::FunctionSection(section) => {
                for signature in section {
                    self.signatures.push(signature.map_err(unreadable)?);
                }
            }
            Payload::TableSection(section) => {
                for table in section {
                    self.tables.push(table.map_err(unreadable)?.ty);
                }
            }
            Payload::MemorySection(section) => {
                self.memories =
                    section.into_iter().collect::<std::result::Result<_, _>>().map_err(unreadable)?;
            }
            Payload::GlobalSection(section) => {
                self.globals =
                    section.into_iter().collect::<std::result::Result<_, _>>().map_err(unreadable)?;
            }
            Payload::ExportSection(section) => {
                self.exports =
                    section.into_iter().collect::<std::result::Result<_, _>>().map_err(unreadable)?;
            }
            Payload::ElementSection(section) => {
                for element in section {
                    let element = element.map_err(unreadable)?;
                    let ElementKind::Active { table_index: None | Some(0), offset_expr } = element.kind
                    else {
                        return Err("elements that do not fill the table of functions at once".into());
                    };
                    let ElementItems::Functions(functions) = element.items else {
                        return Err("elements that are no functions".into());
                    };
                    let offset = match offset_expr.get_operators_reader().read().map_err(unreadable)? {
                        Operator::I32Const { value } => value.cast_unsigned(),
                        _ => return Err("elements whose place is not a number".into()),
                    };
                    for (place, function) in (offset..).zip(functions) {
                        self.elements.insert(place, function.map_err(unreadable)?);
                    }
                }
            }
            Payload::DataCountSection { .. } => self.counts_data = true,
            Payload::CodeSectionEntry(body) => self.bodies.push(body),
            Payload::DataSection(section) => {
                self.data = section.into_iter().collect::<std::result::Result<_, _>>().map_err(unreadable)?;
            }
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(names) = section.as_known() {
                    for kind in names {
                        if let Name::Function(functions) = kind.map_err(unreadable)? {
                            for naming in functions {
                                let naming = naming.map_err(unreadable)?;
                                self.names.insert(naming.index, naming.name);
                            }
                        }
                    }
                }
            }
            Payload::Version { .. } | Payload::CodeSectionStart { .. } | Payload::End(_) => {}
            _ => return Err("a section that no module of ours has".into()),
        }
        Ok(())
    }

    /// How many functions there are, with those that are imported.
    pub fn functions(&self) -> u32 {
        u32::try_from(self.signatures.len()).unwrap_or(u32::MAX)
    }

    /// The body of a function, if it is not imported.
    pub fn body(&self, function: u32) -> Option<&FunctionBody<'a>> {
        self.bodies.get((function as usize).checked_sub(self.imports.len())?)
    }

    /// How many instructions a function has; none if it is imported.
    pub fn length(&self, function: u32) -> Result<usize> {
        let Some(body) = self.body(function) else { return Ok(0) };
        Ok(body.get_operators_reader().map_err(unreadable)?.into_iter().count())
    }

    /// The functions, variables and tables that a function's body names, in order.
    pub fn uses(&self, function: u32) -> Result<Vec<Use>> {
        let Some(body) = self.body(function) else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for operator in body.get_operators_reader().map_err(unreadable)? {
            match operator.map_err(unreadable)? {
                Operator::Call { function_index }
                | Operator::ReturnCall { function_index }
                | Operator::RefFunc { function_index } => found.push(Use::Function(function_index)),
                Operator::GlobalGet { global_index } | Operator::GlobalSet { global_index } => {
                    found.push(Use::Global(global_index));
                }
                Operator::CallIndirect { table_index, .. } => found.push(Use::Table(table_index)),
                Operator::TableGet { table }
                | Operator::TableSet { table }
                | Operator::TableGrow { table }
                | Operator::TableSize { table }
                | Operator::TableFill { table } => found.push(Use::Table(table)),
                Operator::MemoryInit { .. }
                | Operator::DataDrop { .. }
                | Operator::TableInit { .. }
                | Operator::TableCopy { .. }
                | Operator::ElemDrop { .. } => found.push(Use::Immovable),
                _ => {}
            }
        }
        Ok(found)
    }
}

/// What a function's body names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// A function.
    Function(u32),
    /// A variable.
    Global(u32),
    /// A table.
    Table(u32),
    /// Something that is only in the module itself.
    Immovable,
}

/// The sentence for a module that cannot be read.
pub fn unreadable(error: BinaryReaderError) -> String {
    format!("the module cannot be read: {error}")
}
