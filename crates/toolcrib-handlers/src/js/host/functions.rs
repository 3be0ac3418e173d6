//! The functions that lead out of a cage: all of them.

use std::rc::Rc;
use std::sync::Arc;

use rquickjs::function::Opt;
use rquickjs::{ArrayBuffer, Ctx, Exception, Function, Object};
use serde_json::Value;
use toolcrib::redact;

use super::{Link, Refused};
use crate::js::cage::{self, bytes_of};
use crate::js::text;

/// The functions that the prelude is given.
pub(in crate::js) fn functions<'js>(
    ctx: &Ctx<'js>,
    link: &Rc<Link>,
) -> rquickjs::Result<Object<'js>> {
    let functions = Object::new(ctx.clone())?;
    macro_rules! offer {
        ($name:literal, $function:expr) => {
            functions.set($name, Function::new(ctx.clone(), $function)?)?;
        };
    }
    let own = || Rc::clone(link);
    let door = own();
    offer!("log", move |level: String, text: String| door.log(&level, &text));
    let door = own();
    offer!("progress", move |done: f64, total: f64, message: String| {
        door.progress(done, total, message);
    });
    let door = own();
    offer!("timer", move |ctx: Ctx<'js>, id: u32, ms: f64| or_throw(&ctx, door.set_timer(id, ms)));
    let door = own();
    offer!("clear", move |id: u32| door.timers.borrow_mut().retain(|(_, timer)| *timer != id));
    let door = own();
    offer!("fetch", move |ctx: Ctx<'js>,
                          id: u32,
                          head: String,
                          body: Opt<Option<ArrayBuffer<'js>>>| {
        let body = body.0.flatten().and_then(|body| bytes_of(&body));
        or_throw(&ctx, door.fetch(id, &head, body))
    });
    let door = own();
    offer!("call", move |ctx: Ctx<'js>, id: u32, tool: String, arguments: String| {
        or_throw(&ctx, door.call(id, tool, arguments))
    });
    let door = own();
    offer!("send", move |ctx: Ctx<'js>, message: String| or_throw(&ctx, door.send(&message)));
    offer!("web", |ctx: Ctx<'js>| cage::web(&ctx));
    offer!("redact", |text: String| -> String {
        match &*redact::redacted(&Arc::new(Value::from(text))) {
            Value::String(safe) => safe.clone(),
            other => other.to_string(),
        }
    });
    offer!("encode", |ctx: Ctx<'js>, text: String| buffer(&ctx, text.as_bytes()));
    offer!("decode", |bytes: ArrayBuffer<'js>| {
        String::from_utf8_lossy(&bytes_of(&bytes).unwrap_or_default()).into_owned()
    });
    offer!("btoa", |ctx: Ctx<'js>, text: String| or_throw(&ctx, text::btoa(&text)));
    offer!("atob", |ctx: Ctx<'js>, text: String| or_throw(&ctx, text::atob(&text)));
    offer!("parseUrl", |text: String, base: String| text::parse_url(&text, &base));
    offer!("withQuery", |href: String, query: String| text::with_query(&href, &query));
    offer!("queryPairs", |text: String| text::query_pairs(&text));
    offer!("queryText", |pairs: String| text::query_text(&pairs));
    Ok(functions)
}

/// Bytes inside the cage: a copy, so that they count as the script's memory.
pub(in crate::js) fn buffer<'js>(
    ctx: &Ctx<'js>,
    bytes: &[u8],
) -> rquickjs::Result<ArrayBuffer<'js>> {
    ArrayBuffer::new_copy(ctx.clone(), bytes)
}

fn or_throw<T>(ctx: &Ctx<'_>, result: Result<T, Refused>) -> rquickjs::Result<T> {
    result.map_err(|refused| Exception::throw_type(ctx, &refused.0))
}
