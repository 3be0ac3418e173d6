//! The wall around a script.
//!
//! A cage is one QuickJS runtime with one set of globals, made fresh, used for
//! one call and thrown away. It is made ahead of time, so that a call waits for
//! its script and not for its cage.
//!
//! (1) A script sees nothing of another call: no object ever enters a second
//!     cage.
//! (2) What leads out are the functions of `host`, and nothing else: there is
//!     no file, process, clock to set or network in the engine, and no `eval`,
//!     so what runs is what was checked.
//! (3) Memory and stack are bounded by the engine, time by `Stop`, which the
//!     engine asks every few thousand steps; a script can catch neither.
//! (4) Only bytecode that this process has compiled is ever loaded.

mod inspect;
mod prelude;
mod stop;

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::rc::Rc;
use std::sync::Arc;

use rquickjs::context::intrinsic::{
    Date, Json, MapSet, Performance, Promise as Promises, Proxy, RegExp, RegExpCompiler,
    TypedArrays, WeakRef,
};
use rquickjs::module::Declared;
use rquickjs::{
    ArrayBuffer, Context, Ctx, Error, Function, Module, Object, Persistent, Promise, Runtime, Value,
};

use super::host::{Host, Link, Settled};
use super::modules::{Compiled, ENTRY_SPECIFIER, Names};
use super::program::Program;
use crate::response::{self, Ended, Thrown};

pub(super) use inspect::{Inspected, inspect};
pub(super) use prelude::web;
pub(super) use stop::Stop;

/// Memory of one script.
pub(crate) const MEMORY_BYTES_MAX: usize = 64 * 1024 * 1024;

/// Stack of one script; the thread's own must be well above it.
pub(super) const STACK_BYTES_MAX: usize = 1024 * 1024;

/// Bytes of a rejection that nobody waited for.
const REASON_BYTES_MAX: usize = 1024;

/// What the prelude is called in a stack. No import resolves to it.
pub(crate) const PRELUDE: &str = "toolcrib:prelude";

/// Everything of the language but `eval` (2).
type Language = (
    Date,
    RegExpCompiler,
    RegExp,
    Json,
    Proxy,
    MapSet,
    TypedArrays,
    Promises,
    Performance,
    WeakRef,
);

/// How waiting for a promise ended.
enum Waited<'js> {
    Resolved(Value<'js>),
    Rejected(Error),
    /// The script must end, or nothing is left that could settle it.
    InVain,
}

/// A place for one script to run once.
pub(super) struct Cage {
    // Dropped in this order: values before the context, that before the runtime.
    inside: Inside,
    context: Context,
    runtime: Runtime,
}

/// The prelude's functions, and what its host functions lead to.
struct Inside {
    call: Persistent<Function<'static>>,
    promised: Persistent<Function<'static>>,
    settle: Persistent<Function<'static>>,
    write: Persistent<Function<'static>>,
    explain: Persistent<Function<'static>>,
    link: Rc<Link>,
}

impl Cage {
    /// Makes a cage with everything in it but the script.
    pub(super) fn new() -> rquickjs::Result<Self> {
        let runtime = Runtime::new()?;
        runtime.set_memory_limit(MEMORY_BYTES_MAX);
        runtime.set_max_stack_size(STACK_BYTES_MAX);
        let context = Context::custom::<Language>(&runtime)?;
        let inside = context.with(|ctx| furnish(&ctx))?;
        Ok(Self { inside, context, runtime })
    }

    /// Runs a program's handler to its end and says how it ended, before the
    /// cage is torn down.
    pub(super) fn run(
        self,
        program: &Program,
        context: &str,
        host: Host,
        stop: &Arc<Stop>,
        say: impl FnOnce(Ended),
    ) {
        self.arm(program, stop);
        self.inside.link.connect(host);
        self.watch_rejections();
        let ended = self.context.with(|ctx| {
            let ended = self.call(&ctx, context, stop);
            // A script that was stopped half way has no say in how it ended.
            if stop.is_due() { Ok(Ended::Stopped) } else { ended }
        });
        self.runtime.set_host_promise_rejection_tracker(None);
        self.inside.link.tell_rejected();
        self.inside.link.disconnect();
        say(ended.unwrap_or_else(|error| Ended::Threw(Thrown::message(error.to_string()))));
    }

    /// Gives the script its program and its end (3).
    fn arm(&self, program: &Program, stop: &Arc<Stop>) {
        let stop = Arc::clone(stop);
        self.runtime.set_interrupt_handler(Some(Box::new(move || stop.is_due())));
        self.runtime.set_loader(Names, Compiled(Arc::clone(&program.modules)));
    }

    /// Has rejections noted that no `await` or `catch` ever sees.
    fn watch_rejections(&self) {
        let link = Rc::clone(&self.inside.link);
        let note = move |_: Ctx<'_>, promise: Value<'_>, reason: Value<'_>, is_handled: bool| {
            let reason = (!is_handled && link.hears_rejections()).then(|| briefly(&reason));
            link.rejection(identity(&promise), reason);
        };
        self.runtime.set_host_promise_rejection_tracker(Some(Box::new(note)));
    }

    fn call(&self, ctx: &Ctx<'_>, context: &str, stop: &Stop) -> rquickjs::Result<Ended> {
        let handler = match Module::import(ctx, ENTRY_SPECIFIER) {
            Ok(imported) => match self.wait(ctx, &imported, stop)? {
                Waited::Resolved(handler) => handler,
                Waited::Rejected(error) => {
                    self.inside.link.rejection(identity(imported.as_value()), None);
                    return self.threw(ctx, error);
                }
                Waited::InVain => return Ok(Ended::Stuck),
            },
            Err(error) => return self.threw(ctx, error),
        };
        let handler: Object<'_> = handler.get()?;
        let execute: Value<'_> = handler.get("execute")?;
        let call = self.inside.call.clone().restore(ctx)?;
        let returned = match call.call::<_, Value<'_>>((execute, context)) {
            Ok(returned) => returned,
            Err(error) => return self.threw(ctx, error),
        };
        // A promise is looked at, not asked: what the script has made of `then`
        // is its own affair.
        let promise = match returned.clone().into_promise() {
            Some(promise) => promise,
            None => self.inside.promised.clone().restore(ctx)?.call((returned,))?,
        };
        let waited = self.wait(ctx, &promise, stop)?;
        // Nobody awaits this one because we do.
        self.inside.link.rejection(identity(promise.as_value()), None);
        match waited {
            Waited::Resolved(value) => self.write(ctx, value),
            Waited::Rejected(error) => self.threw(ctx, error),
            Waited::InVain => Ok(Ended::Stuck),
        }
    }

    /// Turns the script's own wheels and the host's until the promise has
    /// ended or nothing can end it.
    fn wait<'js>(
        &self,
        ctx: &Ctx<'js>,
        promise: &Promise<'js>,
        stop: &Stop,
    ) -> rquickjs::Result<Waited<'js>> {
        let settle = self.inside.settle.clone().restore(ctx)?;
        loop {
            while !stop.is_due() && ctx.execute_pending_job() {}
            match promise.result::<Value<'js>>() {
                Some(Ok(value)) => return Ok(Waited::Resolved(value)),
                Some(Err(error)) => return Ok(Waited::Rejected(error)),
                None => {}
            }
            let Some(Settled { id, result }) = self.inside.link.next(stop) else {
                return Ok(Waited::InVain);
            };
            let settled = match result {
                Ok((text, bytes)) => {
                    let bytes = bytes.map(|bytes| super::host::buffer(ctx, &bytes)).transpose()?;
                    settle.call::<_, ()>((id, true, text, bytes))
                }
                Err(failure) => settle.call::<_, ()>((id, false, failure.message, failure.code)),
            };
            if let Err(Error::Exception) = settled {
                // A timer's callback threw: nobody waits for it, so it is told.
                let thrown = self.explain(ctx, ctx.catch());
                self.inside.link.uncaught(&thrown.worded());
            }
        }
    }

    fn write<'js>(&self, ctx: &Ctx<'js>, value: Value<'js>) -> rquickjs::Result<Ended> {
        let write = self.inside.write.clone().restore(ctx)?;
        match write.call::<_, Value<'_>>((value, response::CHARS_MAX)) {
            Ok(text) if text.is_null() => Ok(Ended::TooLarge),
            Ok(text) if text.is_undefined() => Ok(Ended::Returned(None)),
            Ok(text) => Ok(Ended::Returned(Some(text.get()?))),
            Err(Error::Exception) => Ok(Ended::NotJson(self.explain(ctx, ctx.catch()))),
            Err(error) => Err(error),
        }
    }

    fn threw(&self, ctx: &Ctx<'_>, error: Error) -> rquickjs::Result<Ended> {
        match error {
            Error::Exception => Ok(Ended::Threw(self.explain(ctx, ctx.catch()))),
            error => Err(error),
        }
    }

    /// What was thrown, in words; even if it fights back.
    fn explain<'js>(&self, ctx: &Ctx<'js>, thrown: Value<'js>) -> Thrown {
        let explained = self.inside.explain.clone().restore(ctx);
        let text = explained.and_then(|explain| explain.call::<_, String>((thrown,)));
        match text.map(|text| serde_json::from_str(&text)) {
            Ok(Ok(thrown)) => thrown,
            _ => {
                let _ = ctx.catch();
                Thrown::message("something was thrown that cannot be described".to_owned())
            }
        }
    }
}

fn furnish(ctx: &Ctx<'_>) -> rquickjs::Result<Inside> {
    let (prelude, _) = load(ctx, prelude::prelude()?)?.eval()?;
    let install: Function<'_> = prelude.get("install")?;
    let link = Rc::new(Link::default());
    let inside: Object<'_> = install.call((super::host::functions(ctx, &link)?,))?;
    let keep = |name: &str| -> rquickjs::Result<_> {
        Ok(Persistent::save(ctx, inside.get::<_, Function<'_>>(name)?))
    };
    Ok(Inside {
        call: keep("call")?,
        promised: keep("promised")?,
        settle: keep("settle")?,
        write: keep("write")?,
        explain: keep("explain")?,
        link,
    })
}

/// Loads a compiled module.
#[expect(unsafe_code, reason = "(4): the bytes come from `Module::write` in this process")]
pub(super) fn load<'js>(ctx: &Ctx<'js>, bytes: &[u8]) -> rquickjs::Result<Module<'js, Declared>> {
    // SAFETY: QuickJS trusts bytecode blindly. These bytes were made by the
    // same engine in this process, kept in memory and handed to nobody.
    unsafe { Module::load(ctx.clone(), bytes) }
}

/// A copy of a script's bytes.
#[expect(unsafe_code, reason = "the bytes are copied while no script runs")]
pub(super) fn bytes_of(buffer: &ArrayBuffer<'_>) -> Option<Vec<u8>> {
    // SAFETY: the slice is gone before the script goes on, so it cannot change
    // or move under us.
    unsafe { buffer.as_bytes() }.map(<[u8]>::to_vec)
}

/// Tells a promise from others while it lives.
fn identity(promise: &Value<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    promise.hash(&mut hasher);
    hasher.finish()
}

/// What was thrown, in short and without running any of the script's code.
fn briefly(thrown: &Value<'_>) -> String {
    let mut text = match (thrown.as_exception(), thrown.as_string()) {
        (Some(error), _) => error.message().unwrap_or_else(|| "an error".to_owned()),
        (None, Some(text)) => text.to_string().unwrap_or_else(|_| "a text".to_owned()),
        _ => format!("a value of type {}", thrown.type_name()),
    };
    text.truncate(text.floor_char_boundary(REASON_BYTES_MAX));
    text.shrink_to_fit();
    text
}
