//! What a script can do while it runs, and what becomes of it.

use std::sync::{Arc, Mutex};

use serde_json::{Map, Value, json};
use toolcrib::console::Level;
use toolcrib::runtime::Concurrency;
use toolcrib::session::{Client, ClientGone, Session, Sessions};
use toolcrib::{CallRequest, Caller, CancellationToken, ErrorType};
use toolcrib_handlers::fetch::{FetchSettings, HostList};
use toolcrib_handlers::js::Settings;

use crate::fetch::server::Server;
use crate::workshop::{Workshop, one_at_a_time};

#[tokio::test]
async fn a_script_that_was_stopped_gives_its_place_back() {
    let shop = Workshop::with(one_at_a_time());
    let short = json!({ "timeoutMs": 50 });
    shop.write_with("spin", short.clone(), "export function execute() { while (true) {} }");
    shop.write_with(
        "hang",
        short,
        "export const execute = () => new Promise((r) => setTimeout(r, 1e6));",
    );
    shop.write("next", "return { ok: true, data: 'my turn' };");
    shop.load().await;
    for stopped in ["spin", "hang"] {
        let error = shop.call(stopped).await.result.unwrap_err();
        assert_eq!(error.kind, ErrorType::Timeout);
        // There is one place: this answer shows that it is free.
        assert_eq!(shop.ask("next").await, Ok(json!("my turn")));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancelled_call_stops_its_script() {
    let shop = Workshop::with(one_at_a_time());
    shop.write("spin", "console.log('spinning'); while (true) {}");
    shop.write("wait", "await new Promise((wake) => setTimeout(wake, 1e6));");
    shop.write("next", "return { ok: true, data: 'my turn' };");
    shop.load().await;
    // Twice: one that did not end when it was told to would be refused then.
    for cancelled in ["spin", "wait", "spin", "wait"] {
        let cancel = CancellationToken::new();
        let runtime = shop.runtime();
        let own = cancel.clone();
        let call = tokio::spawn(async move {
            let request = CallRequest::new(cancelled, json!({}));
            runtime.call_with_cancel(&Caller::default(), request, own).await
        });
        while shop.recorder.running().is_empty() && !call.is_finished() {
            tokio::task::yield_now().await;
        }
        cancel.cancel();
        let error = call.await.unwrap().result.unwrap_err();
        assert_eq!(error.kind, ErrorType::Cancelled);
        assert_eq!(shop.ask("next").await, Ok(json!("my turn")));
    }
}

#[tokio::test]
async fn no_call_sees_another() {
    let shop = Workshop::with(one_at_a_time());
    let handler = "
        import * as lib from './lib.js';
        let calls = 0;
        export function execute() {
          calls += 1;
          const before = { calls, lib: lib.seen.length, global: globalThis.left, proto: {}.left };
          lib.seen.push('me');
          globalThis.left = 'something';
          Object.prototype.left = 'something';
          return { ok: true, data: before };
        }";
    shop.write_with("litter", json!({}), handler);
    std::fs::write(shop.folder("litter/lib.js"), "export const seen = [];").unwrap();
    shop.load().await;
    for _ in 0..3 {
        assert_eq!(shop.ask("litter").await, Ok(json!({ "calls": 1, "lib": 0 })));
    }
}

#[tokio::test]
async fn the_console_goes_to_the_record_bounded_and_without_secrets() {
    let shop = Workshop::new();
    shop.write(
        "talk",
        "console.log('one', 2, { three: [3], password: 'x' }, null, undefined, 4n);
         console.debug('d'); console.warn('w'); console.error(new TypeError('e'));
         console.log('half \\ud800 a character');
         return { ok: true };",
    );
    shop.write("shout", "for (let i = 0; i < 1000; i++) console.log(i); return { ok: true };");
    shop.write(
        "roar",
        "console.log('ä'.repeat(20_000)); console.log('lost'); return { ok: true };",
    );
    shop.load().await;
    shop.ask("talk").await.unwrap();
    let record = shop.recorder.finished().pop().unwrap();
    let lines: Vec<_> = record.console.iter().map(|line| (line.level, &*line.text)).collect();
    assert_eq!(
        lines,
        [
            (Level::Info, "one 2 {\"three\":[3],\"password\":\"[redacted]\"} null undefined 4"),
            (Level::Debug, "d"),
            (Level::Warn, "w"),
            (Level::Error, "TypeError: e"),
            (Level::Info, "half \u{fffd} a character"),
        ]
    );
    shop.ask("shout").await.unwrap();
    let lines = shop.console();
    assert_eq!(lines.len(), 201);
    assert_eq!(lines[200], "800 more lines were not kept");
    shop.ask("roar").await.unwrap();
    let lines = shop.console();
    assert_eq!(lines[0].len(), 16 * 1024 + "…".len());
    assert_eq!(lines[1..], ["1 more lines were not kept"]);
}

#[tokio::test]
async fn what_a_script_lost_on_the_way_is_told() {
    let shop = Workshop::new();
    shop.write(
        "late",
        "setTimeout(() => { throw new Error('late'); }, 1);
         await new Promise((wake) => setTimeout(wake, 20));
         return { ok: true, result: 1 };",
    );
    shop.load().await;
    assert_eq!(shop.ask("late").await, Ok(Value::Null));
    assert_eq!(
        shop.console(),
        ["uncaught: Error: late", "`result` is no part of a response and was ignored"]
    );
}

/// A conversation whose client takes down what it is sent, or has left.
struct Fake {
    is_active: bool,
    client: Option<Arc<Peer>>,
}

#[derive(Default)]
struct Peer {
    sent: Mutex<Vec<String>>,
    gone: bool,
}

impl Client for Peer {
    fn send(&self, message: &str) -> Result<(), ClientGone> {
        if self.gone {
            return Err(ClientGone);
        }
        self.sent.lock().unwrap().push(message.to_owned());
        Ok(())
    }
}

impl Sessions for Fake {
    fn session(&self, _: &Caller) -> Session {
        let mut state = Map::new();
        state.insert("mood".to_owned(), json!("good"));
        let client = self.client.clone().map(|client| client as Arc<dyn Client>);
        Session { is_active: self.is_active, state: Arc::new(state), client }
    }
}

#[tokio::test]
async fn a_handler_knows_its_session_and_can_write_to_its_client() {
    let shop = Workshop::new();
    shop.write(
        "tell",
        "context.ws.send(JSON.stringify({ mood: context.session.state.mood }));
         return { ok: true, data: [context.session.isActive, context.capabilities, context.clientId] };",
    );
    shop.load().await;
    let peer = Arc::new(Peer::default());
    let sessions = Fake { is_active: true, client: Some(Arc::clone(&peer)) };
    let runtime = shop.builder().sessions(sessions).build();
    let caller = Caller { session: Some("s1".into()), ..Caller::default() };
    let outcome = runtime.call(&caller, CallRequest::new("tell", json!({}))).await;
    let capabilities = json!({ "messaging": true, "voice": false, "audit": true });
    assert_eq!(outcome.data(), Some(&json!([true, capabilities, "s1"])));
    assert_eq!(*peer.sent.lock().unwrap(), ["{\"mood\":\"good\"}"]);

    let flood = "let sent = 0; try { for (;;) { context.ws.send('x'); sent += 1; } }
         catch (error) { return { ok: true, data: [sent, error.message] }; }";
    shop.write("flood", flood);
    shop.load().await;
    let outcome = runtime.call(&caller, CallRequest::new("flood", json!({}))).await;
    let refused = json!([1_000, "a handler may send 1000 messages"]);
    assert_eq!(outcome.data(), Some(&refused));

    let gone = Arc::new(Peer { gone: true, ..Peer::default() });
    let sessions = Fake { is_active: false, client: Some(gone) };
    let runtime = shop.builder().sessions(sessions).build();
    let outcome = runtime.call(&caller, CallRequest::new("tell", json!({}))).await;
    assert_eq!(
        outcome.error().unwrap().message,
        "`tell` failed: TypeError: the client is not connected any more."
    );
}

#[tokio::test]
async fn a_tool_calls_another_even_if_there_is_one_place() {
    let shop = Workshop::new();
    let uses = |tools: &[&str]| json!({ "uses": tools });
    shop.write_with(
        "outer",
        uses(&["inner"]),
        "export const execute = async ({ call }) => ({ ok: true, data: (await call('inner')).data });",
    );
    shop.write("inner", "return { ok: true, data: 'from inside' };");
    shop.load().await;
    let one = Concurrency { running_max: 1, waiting_max: 0 };
    let runtime = shop.builder().concurrency(one).build();
    let outcome = runtime.call(&Caller::default(), CallRequest::new("outer", json!({}))).await;
    assert_eq!(outcome.data(), Some(&json!("from inside")));
    let doors: Vec<_> = shop
        .recorder
        .finished()
        .iter()
        .map(|record| json!([record.tool_id, record.caller.door]))
        .collect();
    assert_eq!(doors, [json!(["inner", "tool"]), json!(["outer", "library"])]);
}

#[tokio::test]
async fn calls_are_nested_three_deep_and_no_deeper() {
    let shop = Workshop::new();
    let handler = |next: &str| {
        format!(
            "export const execute = async ({{ call }}) => {{ const inner = await call('{next}', {{}}); return {{ ok: true, data: inner.ok ? inner.data : inner.error.type }}; }};"
        )
    };
    for (name, next) in [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")] {
        shop.write_with(name, json!({ "uses": [next] }), &handler(next));
    }
    shop.load().await;
    assert_eq!(shop.ask("a").await, Ok(json!("LOOP_DETECTED")));
    let called: Vec<String> =
        shop.recorder.finished().iter().map(|record| record.tool_id.to_string()).collect();
    assert_eq!(called, ["d", "c", "b", "a"]);
    assert_eq!(shop.recorder.finished()[0].attempts, 0, "the fourth was not let in");
}

#[tokio::test]
async fn an_inner_call_ends_with_the_outer_one() {
    let shop = Workshop::new();
    shop.write_with(
        "outer",
        json!({ "uses": ["inner"], "timeoutMs": 80 }),
        "export const execute = async ({ call }) => ({ ok: true, data: await call('inner', {}) });",
    );
    shop.write("inner", "await new Promise((wake) => setTimeout(wake, 1e6));");
    shop.load().await;
    assert_eq!(shop.call("outer").await.result.unwrap_err().kind, ErrorType::Timeout);
    while !shop.recorder.running().is_empty() {
        tokio::task::yield_now().await;
    }
    let ended: Vec<_> = shop
        .recorder
        .finished()
        .iter()
        .map(|record| (record.tool_id.to_string(), record.error_type))
        .collect();
    assert!(ended.contains(&("inner".to_owned(), Some(ErrorType::Cancelled))), "{ended:?}");
}

#[tokio::test]
async fn a_handler_fetches_what_its_manifest_lists() {
    let server = Server::start(|request| {
        let body = request.split("\r\n\r\n").nth(1).unwrap_or_default();
        format!(
            "HTTP/1.1 201 Created\r\ncontent-type: application/json\r\nx-one: 1\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
        .into_bytes()
    })
    .await;
    let hosts = [server.host()];
    let fetch = FetchSettings {
        private_hosts: HostList::parse(&hosts).unwrap(),
        ..FetchSettings::default()
    };
    let shop = Workshop::with(Settings { fetch, ..Settings::default() });
    let body = format!(
        "const answer = await fetch('{}', {{ method: 'post', headers: {{ 'X-Two': '2' }}, body: JSON.stringify({{ a: 'ü' }}) }});
         const again = answer.headers.get('X-One');
         return {{ ok: true, data: [answer.ok, answer.status, again, await answer.json()] }};",
        server.url("/path?q=1")
    );
    let handler = format!("export async function execute() {{ {body} }}");
    shop.write_with("post", json!({ "hosts": hosts }), &handler);
    shop.write_with("unlisted", json!({}), &handler);
    shop.load().await;
    assert_eq!(shop.ask("post").await, Ok(json!([true, 201, "1", { "a": "ü" }])));
    let seen = server.seen().pop().unwrap();
    assert!(seen.starts_with("POST /path?q=1 HTTP/1.1\r\n") && seen.contains("x-two: 2"), "{seen}");
    let refused = shop.ask("unlisted").await.unwrap_err();
    assert!(refused.contains("is not among the tool's `hosts`"), "{refused}");
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn a_private_host_needs_the_operator_too() {
    let server = Server::saying("secret").await;
    let shop = Workshop::new();
    let handler = format!(
        "export async function execute() {{ const answer = await fetch('{}'); return {{ ok: true, data: await answer.text() }}; }}",
        server.url("/")
    );
    shop.write_with("peek", json!({ "hosts": [server.host()] }), &handler);
    shop.load().await;
    let refused = shop.ask("peek").await.unwrap_err();
    assert!(refused.starts_with("INTERNAL: `peek` failed: TypeError: "), "{refused}");
    assert_eq!(server.seen().len(), 0);
}

#[tokio::test]
async fn what_a_script_may_start_at_once_is_bounded() {
    let shop = Workshop::new();
    shop.write(
        "many",
        "const refused = (run) => { try { run(); } catch (error) { return error.message; } };
         const timers = refused(() => { for (;;) setTimeout(() => {}, 1e6); });
         const calls = await Promise.allSettled(Array.from({ length: 20 }, () => context.call('none', {})));
         return { ok: true, data: [timers, calls.filter((call) => call.status === 'rejected').length] };",
    );
    shop.load().await;
    assert_eq!(shop.ask("many").await, Ok(json!(["a handler may have 1000 timers at once", 4])));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_so_many_scripts_run_at_once() {
    let shop = Workshop::with(Settings { threads_max: 2, ..Settings::default() });
    shop.write(
        "clock",
        "const start = Date.now();
         await new Promise((wake) => setTimeout(wake, 10));
         return { ok: true, data: [start, Date.now()] };",
    );
    shop.load().await;
    let runtime = shop.runtime();
    let calls: Vec<_> = (0..10)
        .map(|_| {
            let runtime = runtime.clone();
            tokio::spawn(async move {
                let request = CallRequest::new("clock", json!({}));
                runtime.call(&Caller::default(), request).await.data().cloned().unwrap()
            })
        })
        .collect();
    let mut spans = Vec::new();
    for call in calls {
        let span = call.await.unwrap();
        spans.push((span[0].as_u64().unwrap(), span[1].as_u64().unwrap()));
    }
    for (start, _) in &spans {
        let at_once = spans.iter().filter(|(from, to)| from <= start && start < to).count();
        assert!(at_once <= 2, "{spans:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_script_that_cannot_be_stopped_costs_one_thread_and_is_not_started_again() {
    let shop = Workshop::with(one_at_a_time());
    // Some seconds inside the engine, where it looks at no clock.
    shop.write_with(
        "deaf",
        json!({ "timeoutMs": 50 }),
        "export function execute() { Array.prototype.reverse.call({ length: 1e8 }); }",
    );
    shop.write("next", "return { ok: true, data: 'my turn' };");
    shop.load().await;
    assert_eq!(shop.call("deaf").await.result.unwrap_err().kind, ErrorType::Timeout);
    // The only place is taken; this waits until it is given to somebody else.
    assert_eq!(shop.ask("next").await, Ok(json!("my turn")));
    assert_eq!(
        shop.ask("deaf").await.unwrap_err(),
        "INTERNAL: `deaf` could not be stopped before, and is not started again until its files \
         change."
    );
    // Other files are another program.
    shop.write("deaf", "return { ok: true, data: 'mended' };");
    shop.load().await;
    assert_eq!(shop.ask("deaf").await, Ok(json!("mended")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_that_wait_behind_a_script_that_cannot_be_stopped_are_not_started() {
    let shop = Workshop::with(one_at_a_time());
    shop.write_with(
        "deaf",
        json!({}),
        "export function execute({ ws }) {
           ws.send('started');
           Array.prototype.reverse.call({ length: 1e8 });
         }",
    );
    shop.load().await;
    let peer = Arc::new(Peer::default());
    let sessions = Fake { is_active: true, client: Some(Arc::clone(&peer)) };
    let runtime = shop.builder().sessions(sessions).build();
    let call = |cancel: CancellationToken| {
        let runtime = runtime.clone();
        tokio::spawn(async move {
            let request = CallRequest::new("deaf", json!({}));
            runtime.call_with_cancel(&Caller::default(), request, cancel).await
        })
    };
    let cancel = CancellationToken::new();
    let first = call(cancel.clone());
    while peer.sent.lock().unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    let second = call(CancellationToken::new());
    while shop.recorder.running().len() < 2 {
        tokio::task::yield_now().await;
    }
    cancel.cancel();
    assert_eq!(first.await.unwrap().result.unwrap_err().kind, ErrorType::Cancelled);
    let error = second.await.unwrap().result.unwrap_err();
    assert!(error.message.starts_with("`deaf` could not be stopped before"), "{error}");
    assert_eq!(peer.sent.lock().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_inside_calls_never_wait_for_their_own_places() {
    let shop = Workshop::with(Settings { threads_max: 2, ..Settings::default() });
    let calling = |next: &str| {
        format!(
            "export const execute = async ({{ call }}) => {{
               const all = await Promise.all([call('{next}', {{}}), call('{next}', {{}})]);
               return {{ ok: true, data: all.map((one) => one.data ?? one.error.type) }};
             }};"
        )
    };
    shop.write_with("outer", json!({ "uses": ["mid"] }), &calling("mid"));
    shop.write_with("mid", json!({ "uses": ["inner"] }), &calling("inner"));
    shop.write("inner", "return { ok: true, data: 'in' };");
    shop.load().await;
    let runtime = shop.runtime();
    let calls: Vec<_> = (0..6)
        .map(|_| {
            let runtime = runtime.clone();
            tokio::spawn(async move {
                let request = CallRequest::new("outer", json!({}));
                runtime.call(&Caller::default(), request).await.data().cloned()
            })
        })
        .collect();
    for call in calls {
        assert_eq!(call.await.unwrap(), Some(json!([["in", "in"], ["in", "in"]])));
    }
}

#[tokio::test]
async fn a_rejection_that_nobody_waits_for_is_told() {
    let shop = Workshop::new();
    shop.write(
        "forgets",
        "Promise.reject(new Error('lost'));
         const later = Promise.reject(new Error('found'));
         await null;
         await later.catch(() => {});
         return { ok: true };",
    );
    shop.load().await;
    shop.ask("forgets").await.unwrap();
    assert_eq!(shop.console(), ["rejected, and nobody waited for it: lost"]);
}

#[tokio::test]
async fn a_throw_is_told_with_its_place() {
    let shop = Workshop::new();
    shop.write_with(
        "breaks",
        json!({}),
        "function inner() {\n  missing();\n}\nexport async function execute() {\n  inner();\n}\n",
    );
    shop.load().await;
    shop.ask("breaks").await.unwrap_err();
    assert_eq!(
        shop.console(),
        [
            "ReferenceError: missing is not defined\n    at inner (handler.js:2:3)\n    at execute (handler.js:5:3)"
        ]
    );
}

#[tokio::test]
async fn an_own_file_is_never_mistaken_for_the_runtimes() {
    let shop = Workshop::new();
    shop.write_with(
        "mine",
        json!({}),
        "import { ErrorType } from './_core/error-types.js';
         import { ErrorType as Theirs } from '../_core/error-types.js';
         export const execute = () => ({ ok: true, data: [ErrorType, Theirs.AUTH] });",
    );
    std::fs::create_dir(shop.folder("mine/_core")).unwrap();
    std::fs::write(shop.folder("mine/_core/error-types.js"), "export const ErrorType = 'mine';")
        .unwrap();
    shop.load().await;
    assert_eq!(shop.ask("mine").await, Ok(json!(["mine", "AUTH"])));
}
