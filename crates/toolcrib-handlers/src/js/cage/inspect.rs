//! A look at a program before anybody calls it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rquickjs::{Ctx, Error, Module, Object, Value};

use super::{Cage, Stop, Waited};
use crate::js::modules::ENTRY_SPECIFIER;
use crate::js::program::Program;
use crate::response::Thrown;

/// What a look at a program's entry found.
pub(in crate::js) enum Inspected {
    /// A function.
    Callable,
    /// Something else, of this type.
    NotCallable(String),
    /// The top level threw.
    Failed(Thrown),
    /// The top level did not end in time.
    Unfinished,
    /// The top level waits for something that cannot come.
    Stuck,
}

/// Runs only the top level of a program, to see whether it can be called.
pub(in crate::js) fn inspect(program: &Program, time_max: Duration) -> Inspected {
    let stop = Arc::new(Stop::at(Instant::now() + time_max));
    let looked = Cage::new().and_then(|cage| {
        cage.arm(program, &stop);
        cage.context.with(|ctx| cage.look(&ctx, &stop))
    });
    looked.unwrap_or_else(|error| Inspected::Failed(Thrown::message(error.to_string())))
}

impl Cage {
    fn look(&self, ctx: &Ctx<'_>, stop: &Stop) -> rquickjs::Result<Inspected> {
        let failed = |error: Error| match error {
            Error::Exception => Ok(Inspected::Failed(self.explain(ctx, ctx.catch()))),
            error => Err(error),
        };
        let waited = match Module::import(ctx, ENTRY_SPECIFIER) {
            Ok(handler) => self.wait(ctx, &handler, stop)?,
            Err(error) => Waited::Rejected(error),
        };
        let namespace: Object<'_> = match waited {
            Waited::Resolved(namespace) => namespace.get()?,
            _ if stop.is_due() => return Ok(Inspected::Unfinished),
            Waited::InVain => return Ok(Inspected::Stuck),
            Waited::Rejected(error) => return failed(error),
        };
        let execute: Value<'_> = namespace.get("execute")?;
        if execute.is_function() {
            return Ok(Inspected::Callable);
        }
        Ok(Inspected::NotCallable(execute.type_name().to_owned()))
    }
}
