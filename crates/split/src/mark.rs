//! Has a module note which of its functions are called: each sets a byte of its own, behind the memory that the program knows of.

use crate::module::{Module, Result};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, ImportSection, Instruction, MemArg, MemoryType};
use wasmparser::ExternalKind;

/// A module that notes what is called.
pub struct Marked {
    /// The module.
    pub module: Vec<u8>,
    /// An empty rest that goes with it, so that the page has something to fetch.
    pub rest: Vec<u8>,
    /// The address of the byte of the first function; one that is imported has a byte, too, which stays zero.
    pub marks: u32,
    /// How many bytes there are.
    pub functions: u32,
}

/// Bytes of a page of memory.
const PAGE: u64 = 65_536;

/// Marks a module. A Rust program takes memory from behind the end of what there is at first, so what is added there is nobody's.
pub fn mark(bytes: &[u8]) -> Result<Marked> {
    let module = Module::read(bytes)?;
    let memory = module.memories.first().ok_or("there is no memory")?;
    let wrong = |_| "the memory is too large".to_owned();
    let marks = u32::try_from(memory.initial * PAGE).map_err(wrong)?;
    let pages = u64::from(module.functions()).div_ceil(PAGE);
    let mut marking = Marking { marks, pages, next: module.imports.len() as u32 };
    let mut marked = wasm_encoder::Module::new();
    marking
        .parse_core_module(&mut marked, wasmparser::Parser::new(0), bytes)
        .map_err(|error| format!("the module cannot be marked: {error}"))?;
    let memory_type = marking.memory_type(*memory).map_err(|error| error.to_string())?;
    let of_memory = module.exports.iter().find(|export| export.kind == ExternalKind::Memory);
    let mut imports = ImportSection::new();
    imports.import("", of_memory.ok_or("the memory is not exported")?.name, memory_type);
    let mut rest = wasm_encoder::Module::new();
    rest.section(&imports);
    Ok(Marked { module: marked.finish(), rest: rest.finish(), marks, functions: module.functions() })
}

struct Marking {
    marks: u32,
    pages: u64,
    /// The function that is read next.
    next: u32,
}

impl Reencode for Marking {
    type Error = String;

    fn memory_type(
        &mut self,
        memory: wasmparser::MemoryType,
    ) -> std::result::Result<MemoryType, Error<String>> {
        let same = utils::memory_type(self, memory);
        Ok(MemoryType { minimum: same.minimum + self.pages, ..same })
    }

    fn parse_function_body(
        &mut self,
        code: &mut CodeSection,
        body: wasmparser::FunctionBody<'_>,
    ) -> std::result::Result<(), Error<String>> {
        let mut function = self.new_function_with_parsed_locals(&body)?;
        let byte = self.marks + self.next;
        self.next += 1;
        function
            .instruction(&Instruction::I32Const(byte.cast_signed()))
            .instruction(&Instruction::I32Const(1));
        function.instruction(&Instruction::I32Store8(MemArg { offset: 0, align: 0, memory_index: 0 }));
        let mut reader = body.get_operators_reader()?;
        while !reader.eof() {
            function.instruction(&self.parse_instruction(&mut reader)?);
        }
        code.function(&function);
        Ok(())
    }
}
