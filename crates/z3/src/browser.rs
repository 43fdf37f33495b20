//! What `foreign.rs` calls of `z3-sys`, under the same names, in WebAssembly: Z3 is a second module beside ours, built by
//! emscripten, whose exports are the global object `z3` and whose memory is the global `z3Memory`.
//!
//! The two modules share no memory. Z3's objects are numbers here. A text or a list that goes to Z3 is copied into a room that
//! Z3 has given for that, one for each call at a time; a text that comes back is copied out and stays where it is until the next one
//! comes, as Z3 itself has it.
#![allow(unsafe_code)] // the signatures are those of foreign functions
#![allow(non_camel_case_types, non_snake_case)] // so are the names

use js_sys::Uint8Array;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_uint};
use std::num::NonZeroU32;

/// An object of Z3.
type Handle = NonZeroU32;
pub type Z3_context = Handle;
pub type Z3_config = Handle;
pub type Z3_sort = Handle;
pub type Z3_ast = Handle;
pub type Z3_symbol = Handle;
pub type Z3_solver = Handle;
pub type Z3_model = Handle;
pub type Z3_params = Handle;
pub type Z3_stats = Handle;
pub type Z3_ast_vector = Handle;
pub type Z3_string = *const c_char;
pub type Z3_lbool = i32;
pub const Z3_L_TRUE: Z3_lbool = 1;
pub const Z3_L_FALSE: Z3_lbool = -1;

/// Whether a call went well.
#[derive(PartialEq, Eq)]
pub enum ErrorCode {
    Ok,
    Failed,
}

/// What passes between the modules, where every value is a word.
trait Word {
    fn to_word(self) -> u32;
    fn from_word(word: u32) -> Self;
}

macro_rules! words {
    ($($ty:ty: |$value:ident| $to:expr, |$word:ident| $from:expr;)*) => {$(
        impl Word for $ty {
            fn to_word(self) -> u32 {
                let $value = self;
                $to
            }
            fn from_word($word: u32) -> $ty {
                $from
            }
        }
    )*};
}

words! {
    u32: |value| value, |word| word;
    i32: |value| value.cast_unsigned(), |word| word.cast_signed();
    bool: |value| value.into(), |word| word != 0;
    Option<Handle>: |value| value.map_or(0, Handle::get), |word| Handle::new(word);
    ErrorCode: |value| u32::from(value != ErrorCode::Ok), |word| if word == 0 { ErrorCode::Ok } else { ErrorCode::Failed };
    Z3_string: |value| put_text(value), |word| get_text(word);
}

impl Word for () {
    fn to_word(self) -> u32 {
        0
    }
    fn from_word(_: u32) {}
}

impl Word for Handle {
    fn to_word(self) -> u32 {
        self.get()
    }
    /// Only what may be null comes back, so this is not called.
    fn from_word(word: u32) -> Handle {
        Handle::new(word).unwrap_or(Handle::MIN)
    }
}

/// Declares functions whose arguments and results are words each.
macro_rules! bridge {
    ($(fn $name:ident($($argument:ident: $ty:ty),*) $(-> $result:ty)?;)*) => {
        mod js {
            use wasm_bindgen::prelude::*;

            #[wasm_bindgen(js_namespace = z3)]
            extern "C" {
                pub fn malloc(size: u32) -> u32;
                pub fn set_noop_error_handler(context: u32);
                $(pub fn $name($($argument: u32),*) -> u32;)*
            }

            #[wasm_bindgen]
            extern "C" {
                #[wasm_bindgen(thread_local_v2, js_name = z3Memory)]
                pub static MEMORY: js_sys::WebAssembly::Memory;
            }
        }

        $(pub unsafe fn $name($($argument: $ty),*) $(-> $result)? {
            Word::from_word(js::$name($($argument.to_word()),*))
        })*
    };
}

bridge! {
    fn Z3_mk_config() -> Option<Z3_config>;
    fn Z3_del_config(config: Z3_config);
    fn Z3_mk_context_rc(config: Z3_config) -> Option<Z3_context>;
    fn Z3_del_context(c: Z3_context);
    fn Z3_get_error_code(c: Z3_context) -> ErrorCode;
    fn Z3_get_full_version() -> Z3_string;
    fn Z3_eval_smtlib2_string(c: Z3_context, script: Z3_string) -> Z3_string;
    fn Z3_inc_ref(c: Z3_context, a: Z3_ast);
    fn Z3_dec_ref(c: Z3_context, a: Z3_ast);
    fn Z3_mk_int_sort(c: Z3_context) -> Option<Z3_sort>;
    fn Z3_mk_bool_sort(c: Z3_context) -> Option<Z3_sort>;
    fn Z3_sort_to_ast(c: Z3_context, sort: Z3_sort) -> Option<Z3_ast>;
    fn Z3_mk_int_symbol(c: Z3_context, number: i32) -> Option<Z3_symbol>;
    fn Z3_mk_string_symbol(c: Z3_context, name: Z3_string) -> Option<Z3_symbol>;
    fn Z3_mk_const(c: Z3_context, symbol: Z3_symbol, sort: Z3_sort) -> Option<Z3_ast>;
    fn Z3_mk_fresh_const(c: Z3_context, prefix: Z3_string, sort: Z3_sort) -> Option<Z3_ast>;
    fn Z3_mk_true(c: Z3_context) -> Option<Z3_ast>;
    fn Z3_mk_false(c: Z3_context) -> Option<Z3_ast>;
    fn Z3_mk_numeral(c: Z3_context, digits: Z3_string, sort: Z3_sort) -> Option<Z3_ast>;
    fn Z3_mk_eq(c: Z3_context, left: Z3_ast, right: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_implies(c: Z3_context, left: Z3_ast, right: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_le(c: Z3_context, left: Z3_ast, right: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_div(c: Z3_context, left: Z3_ast, right: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_mod(c: Z3_context, left: Z3_ast, right: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_not(c: Z3_context, a: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_ite(c: Z3_context, condition: Z3_ast, then: Z3_ast, otherwise: Z3_ast) -> Option<Z3_ast>;
    fn Z3_get_bool_value(c: Z3_context, a: Z3_ast) -> Z3_lbool;
    fn Z3_is_numeral_ast(c: Z3_context, a: Z3_ast) -> bool;
    fn Z3_get_numeral_string(c: Z3_context, a: Z3_ast) -> Z3_string;
    fn Z3_model_inc_ref(c: Z3_context, model: Z3_model);
    fn Z3_model_dec_ref(c: Z3_context, model: Z3_model);
    fn Z3_mk_params(c: Z3_context) -> Option<Z3_params>;
    fn Z3_params_inc_ref(c: Z3_context, parameters: Z3_params);
    fn Z3_params_dec_ref(c: Z3_context, parameters: Z3_params);
    fn Z3_params_set_bool(c: Z3_context, parameters: Z3_params, name: Z3_symbol, value: bool);
    fn Z3_params_set_uint(c: Z3_context, parameters: Z3_params, name: Z3_symbol, value: c_uint);
    fn Z3_mk_simple_solver(c: Z3_context) -> Option<Z3_solver>;
    fn Z3_solver_inc_ref(c: Z3_context, solver: Z3_solver);
    fn Z3_solver_dec_ref(c: Z3_context, solver: Z3_solver);
    fn Z3_solver_set_params(c: Z3_context, solver: Z3_solver, parameters: Z3_params);
    fn Z3_solver_push(c: Z3_context, solver: Z3_solver);
    fn Z3_solver_pop(c: Z3_context, solver: Z3_solver, scopes: c_uint);
    fn Z3_solver_assert(c: Z3_context, solver: Z3_solver, formula: Z3_ast);
    fn Z3_solver_get_reason_unknown(c: Z3_context, solver: Z3_solver) -> Z3_string;
    fn Z3_solver_get_model(c: Z3_context, solver: Z3_solver) -> Option<Z3_model>;
    fn Z3_solver_get_unsat_core(c: Z3_context, solver: Z3_solver) -> Option<Z3_ast_vector>;
    fn Z3_solver_get_statistics(c: Z3_context, solver: Z3_solver) -> Option<Z3_stats>;
    fn Z3_ast_vector_inc_ref(c: Z3_context, list: Z3_ast_vector);
    fn Z3_ast_vector_dec_ref(c: Z3_context, list: Z3_ast_vector);
    fn Z3_ast_vector_size(c: Z3_context, list: Z3_ast_vector) -> c_uint;
    fn Z3_ast_vector_get(c: Z3_context, list: Z3_ast_vector, place: c_uint) -> Option<Z3_ast>;
    fn Z3_stats_inc_ref(c: Z3_context, all: Z3_stats);
    fn Z3_stats_dec_ref(c: Z3_context, all: Z3_stats);
    fn Z3_stats_size(c: Z3_context, all: Z3_stats) -> c_uint;
    fn Z3_stats_get_key(c: Z3_context, all: Z3_stats, place: c_uint) -> Z3_string;
    fn Z3_stats_is_uint(c: Z3_context, all: Z3_stats, place: c_uint) -> bool;
    fn Z3_stats_get_uint_value(c: Z3_context, all: Z3_stats, place: c_uint) -> c_uint;
}

/// Declares functions of a context and a list.
macro_rules! of_lists {
    ($($name:ident;)*) => {
        mod lists {
            use wasm_bindgen::prelude::*;

            #[wasm_bindgen(js_namespace = z3)]
            extern "C" {
                $(pub fn $name(c: u32, length: u32, list: u32) -> u32;)*
                pub fn Z3_solver_check_assumptions(c: u32, solver: u32, length: u32, list: u32) -> i32;
                pub fn Z3_model_eval(c: u32, model: u32, term: u32, completes: u32, found: u32) -> u32;
            }
        }

        $(pub unsafe fn $name(c: Z3_context, length: c_uint, list: *const Z3_ast) -> Option<Z3_ast> {
            // SAFETY: as demanded of the caller.
            Handle::new(lists::$name(c.get(), length, unsafe { put_list(length, list) }))
        })*
    };
}

of_lists! {
    Z3_mk_and;
    Z3_mk_or;
    Z3_mk_add;
    Z3_mk_mul;
}

pub unsafe fn Z3_solver_check_assumptions(
    c: Z3_context,
    solver: Z3_solver,
    length: c_uint,
    list: *const Z3_ast,
) -> Z3_lbool {
    // SAFETY: as demanded of the caller.
    lists::Z3_solver_check_assumptions(c.get(), solver.get(), length, unsafe { put_list(length, list) })
}

pub unsafe fn Z3_model_eval(
    c: Z3_context,
    model: Z3_model,
    term: Z3_ast,
    completes: bool,
    found: *mut Z3_ast,
) -> bool {
    let place = put(&[0; 4]);
    let known = lists::Z3_model_eval(c.get(), model.get(), term.get(), completes.into(), place) != 0;
    let mut word = [0; 4];
    ROOM.with_borrow(|room| room.memory.subarray(place, place + 4).copy_to(&mut word));
    match Handle::new(u32::from_le_bytes(word)) {
        Some(handle) if known => {
            // SAFETY: the caller owns the place.
            unsafe { *found = handle };
            true
        }
        _ => false,
    }
}

/// Only that there be no handler can be said: then functions return null.
pub unsafe fn Z3_set_error_handler(c: Z3_context, _none: Option<()>) {
    js::set_noop_error_handler(c.get());
}

/// A part of Z3's memory that takes what goes to Z3, and a part of ours that has what came last.
struct Room {
    memory: Uint8Array,
    start: u32,
    size: u32,
    text: CString,
}

thread_local! {
    static ROOM: RefCell<Room> = RefCell::new(Room {
        // Z3's memory never grows, so it is never moved.
        memory: js::MEMORY.with(|memory| Uint8Array::new(&memory.buffer())),
        start: 0,
        size: 0,
        text: CString::default(),
    });
}

/// Copies bytes into the room; where they are, until the next ones are copied there.
fn put(bytes: &[u8]) -> u32 {
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    ROOM.with_borrow_mut(|room| {
        if room.size < length {
            // The smaller room of before is left to Z3: there are few, as the size doubles.
            room.size = length.next_power_of_two().max(1024);
            room.start = js::malloc(room.size);
        }
        room.memory.subarray(room.start, room.start + length).copy_from(bytes);
        room.start
    })
}

fn put_text(text: Z3_string) -> u32 {
    // SAFETY: `foreign.rs` passes texts that end with zero.
    put(unsafe { CStr::from_ptr(text) }.to_bytes_with_nul())
}

/// # Safety
/// The list is that long.
unsafe fn put_list(length: c_uint, list: *const Z3_ast) -> u32 {
    // SAFETY: as demanded of the caller. A handle is a word, and the order of bytes is the same in both modules.
    put(unsafe { std::slice::from_raw_parts(list.cast::<u8>(), length as usize * size_of::<Z3_ast>()) })
}

/// Copies a text out of Z3's memory; it stays until the next one is copied.
fn get_text(place: u32) -> Z3_string {
    if place == 0 {
        return std::ptr::null();
    }
    ROOM.with_borrow_mut(|room| {
        let mut end = place;
        while room.memory.get_index(end) != 0 {
            end += 1;
        }
        room.text = CString::new(room.memory.subarray(place, end).to_vec()).unwrap_or_default();
        room.text.as_ptr()
    })
}
