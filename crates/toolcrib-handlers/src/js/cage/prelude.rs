//! What scripts find when they wake up, compiled once.

use std::sync::OnceLock;

use rquickjs::module::WriteOptions;
use rquickjs::{Context, Ctx, Module, Object, Runtime};

use super::{PRELUDE, load};

/// What every script finds, compiled once.
pub(super) fn prelude() -> rquickjs::Result<&'static [u8]> {
    static COMPILED: OnceLock<Vec<u8>> = OnceLock::new();
    compiled(&COMPILED, concat!(include_str!("../prelude.js"), include_str!("../sound.js")))
}

/// What a script finds if it looks, compiled once.
pub(in crate::js) fn web<'js>(ctx: &Ctx<'js>) -> rquickjs::Result<Object<'js>> {
    static COMPILED: OnceLock<Vec<u8>> = OnceLock::new();
    let (web, _) = load(ctx, compiled(&COMPILED, include_str!("../web.js"))?)?.eval()?;
    web.namespace()
}

fn compiled(once: &'static OnceLock<Vec<u8>>, source: &str) -> rquickjs::Result<&'static [u8]> {
    if let Some(bytes) = once.get() {
        return Ok(bytes);
    }
    let context = Context::full(&Runtime::new()?)?;
    let bytes = context.with(|ctx| {
        let module = Module::declare(ctx, PRELUDE, source)?;
        module.write(WriteOptions { strip_source: true, ..WriteOptions::default() })
    })?;
    Ok(once.get_or_init(|| bytes))
}
