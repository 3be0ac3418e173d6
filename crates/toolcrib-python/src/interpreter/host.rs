//! What leads out of a call's process: two pipes.

use std::cell::Cell;
use std::io;

use rustpython_vm::builtins::{PyDictRef, PyStrRef};
use rustpython_vm::scope::Scope;
use rustpython_vm::{PyObjectRef, PyResult, VirtualMachine};
use toolcrib_handlers::python::wire::{Frame, Frames, Kind};

use super::{guard, run_in};

/// Random bytes that are given at once; the kernel gives so many whole.
const RANDOM_BYTES_MAX: usize = 256;

/// Bytes of a frame of output.
const PIECE_BYTES: usize = 64 * 1024;

thread_local! {
    /// Bytes that may still be printed.
    static OUTPUT_LEFT: Cell<u64> = const { Cell::new(0) };
}

/// The functions that the prelude is given.
pub(super) fn functions(vm: &VirtualMachine) -> [(&'static str, PyObjectRef); 5] {
    [
        ("emit", vm.new_function("emit", emit).into()),
        ("ask", vm.new_function("ask", ask).into()),
        ("load", vm.new_function("load", load).into()),
        ("modules", vm.new_function("modules", modules).into()),
        ("urandom", vm.new_function("urandom", urandom).into()),
    ]
}

pub(super) fn set_output_max(bytes: u64) {
    // A character more, by which it is seen that something was left out.
    OUTPUT_LEFT.set(bytes + 4);
}

/// Tells the worker something. Without a worker there is nobody to go on for.
pub(super) fn say(frame: &Frame) {
    let bytes = frame.encode();
    let mut rest = &bytes[..];
    while !rest.is_empty() {
        match rustix::io::write(rustix::stdio::stdout(), rest) {
            Ok(count) => rest = &rest[count..],
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => crate::process::exit(1),
        }
    }
}

/// Prints a text, as far as it may be printed.
fn emit(text: PyStrRef) {
    let text = text.to_string_lossy();
    let left = OUTPUT_LEFT.get();
    let most = usize::try_from(left).unwrap_or(usize::MAX).min(text.len());
    let shown = &text[..text.floor_char_boundary(most)];
    // What does not fit ends the output: nothing shorter slips in after it.
    let is_whole = shown.len() == text.len();
    OUTPUT_LEFT.set(if is_whole { left - shown.len() as u64 } else { 0 });
    for piece in shown.as_bytes().chunks(PIECE_BYTES) {
        say(&Frame { kind: Kind::Output, call: 0, bytes: piece.to_vec() });
    }
}

/// Asks for something and waits for the answer.
fn ask(question: PyStrRef, vm: &VirtualMachine) -> PyResult<String> {
    let bytes = question.to_string_lossy().into_owned().into_bytes();
    say(&Frame { kind: Kind::Ask, call: 0, bytes });
    let mut heard = Frames::default();
    let answer = || -> io::Result<Frame> {
        loop {
            if let Some(frame) = heard.next_frame().map_err(io::Error::other)? {
                return Ok(frame);
            }
            let mut bytes = [0; 65_536];
            match rustix::io::read(rustix::stdio::stdin(), &mut bytes) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => heard.push(&bytes[..count]),
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    };
    let mut answer = answer;
    let told = answer().map_err(|_| vm.new_runtime_error("nobody answered"))?;
    String::from_utf8(told.bytes).map_err(|_| vm.new_runtime_error("the answer is no text"))
}

/// Runs a file of the folder in a module's dictionary.
fn load(path: PyStrRef, globals: PyDictRef, vm: &VirtualMachine) -> PyResult<()> {
    let path = path.to_string_lossy().into_owned();
    let Some(source) = guard::file(&path) else {
        return Err(vm.new_runtime_error(format!("the folder has no {path}")));
    };
    globals.set_item("__builtins__", vm.builtins.clone().into(), vm)?;
    run_in(&path, &source, Scope::with_builtins(None, globals, vm), vm)
}

/// Bytes that nobody can guess.
fn urandom(count: usize, vm: &VirtualMachine) -> PyResult<Vec<u8>> {
    let mut bytes = vec![0; count.min(RANDOM_BYTES_MAX)];
    rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty())
        .map_err(|_| vm.new_runtime_error("there is no randomness"))?;
    Ok(bytes)
}

/// The names of the folder's files.
fn modules(vm: &VirtualMachine) -> PyObjectRef {
    let names = guard::files().into_iter().map(|name| vm.ctx.new_str(name).into()).collect();
    vm.ctx.new_list(names).into()
}
