//! `handler.py`, as it is called.

use toolcrib_handlers::folders::ToolFolders;
use toolcrib_handlers::js;
use toolcrib_handlers::script::Engines;

use super::*;

/// An engine whose worker is there.
async fn warm() -> Engine {
    let engine = engine(&IMPORTS);
    assert_eq!(run(&engine, "print(1)", 20_000).await.output, "1\n");
    engine
}

/// Time for whatever ends by itself, also on a machine that is busy.
const PLENTY_MS: u64 = 30_000;

/// A tool whose handler is this, what it may use and how long it may take.
async fn tool(
    engine: &Engine,
    files: &[(&str, &str)],
    uses: &[&str],
    timeout_ms: u64,
) -> (tempfile::TempDir, Registry) {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("snake");
    let manifest = json!({
        "toolId": "snake", "version": "1.2.3", "description": "Tries Python.",
        "category": "utility", "sideEffects": "none", "idempotent": true,
        "requiresConfirmation": false, "allowedModes": ["text"], "latencyBudgetMs": 1000,
        "timeoutMs": timeout_ms, "uses": uses,
        "parameters": {
            "type": "object", "additionalProperties": false,
            "properties": { "text": { "type": "string", "default": "a b" } },
        },
    });
    for (name, text) in
        [("schema.json", manifest.to_string().as_str()), ("guide.md", "# snake\n\nTries.\n")]
            .into_iter()
            .chain(files.iter().copied())
    {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let registry = toolcrib_server::shipped::registry();
    let engines = Engines { js: js::Engine::default(), python: engine.clone() };
    let folders = ToolFolders::new(engines, [root.path().to_owned()]);
    folders.load(&registry).await.unwrap();
    (root, registry)
}

async fn outcome(registry: &Registry) -> Value {
    let caller = Caller { session: Some("s1".into()), ..Caller::default() };
    let request = CallRequest::new("snake", json!({}));
    let outcome = Runtime::new(registry.clone()).call(&caller, request).await;
    serde_json::to_value(outcome).unwrap()
}

async fn said(engine: &Engine, handler: &str, timeout_ms: u64) -> Value {
    let (_root, registry) = tool(engine, &[("handler.py", handler)], &["echo"], timeout_ms).await;
    let outcome = outcome(&registry).await;
    match outcome["ok"] == true {
        true => {
            json!({ "data": outcome["data"], "warnings": outcome["warnings"], "intents": outcome["intents"] })
        }
        false => json!([outcome["error"]["type"], outcome["error"]["message"]]),
    }
}

fn answer(data: Value) -> Value {
    json!({ "data": data, "warnings": [], "intents": [] })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handler_answers_as_one_in_javascript_does() {
    let engine = warm().await;
    for (handler, end) in [
        (
            "def execute(context):\n    return {'ok': True, 'data': context.args['text'].split()}",
            answer(json!(["a", "b"])),
        ),
        (
            "async def execute(context):\n    return {'ok': True, 'data': context['args']}",
            answer(json!({ "text": "a b" })),
        ),
        (
            "def execute(c):\n    return {'ok': True, 'data': [c.client_id, c.clientId, c.meta.tool_id, c.meta.version, c.session.is_active, c.ws, c.gemini_session, c.config, c.capabilities.voice]}",
            answer(json!(["s1", "s1", "snake", "1.2.3", true, null, null, {}, false])),
        ),
        (
            "def execute(c):\n    o = c.call('echo', {'x': 1})\n    return {'ok': True, 'data': [o['ok'], o['data']]}",
            answer(json!([true, { "x": 1 }])),
        ),
        (
            "def execute(c):\n    o = c.call('calculator', {'a': 1, 'b': 2})\n    return {'ok': True, 'data': [o['ok'], o['error']['type']]}",
            answer(json!([false, "PERMISSION_DENIED"])),
        ),
        (
            "def execute(c):\n    return {'ok': True, 'data': 1, 'warnings': ['half'], 'intents': [{'type': 'SUPPRESS_AUDIO', 'value': True}]}",
            json!({ "data": 1, "warnings": [{ "pointer": "", "message": "half" }], "intents": [{ "type": "SUPPRESS_AUDIO", "value": true }] }),
        ),
        (
            "def execute(c):\n    return {'ok': False, 'error': {'type': 'AUTH', 'message': 'Who?'}}",
            json!(["AUTH", "Who?"]),
        ),
        (
            "from toolcrib import ToolError, ErrorType\ndef execute(c):\n    raise ToolError(ErrorType.CONFLICT, 'Twice.')",
            json!(["CONFLICT", "Twice."]),
        ),
        (
            "def execute(c):\n    return 5",
            json!([
                "INTERNAL",
                "`snake` returned a number; a handler returns `{ ok: true, data: … }` or `{ ok: false, error: { … } }`."
            ]),
        ),
        (
            "def execute(c):\n    pass",
            json!([
                "INTERNAL",
                "`snake` returned nothing; a handler returns `{ ok: true, data: … }` or `{ ok: false, error: { … } }`."
            ]),
        ),
        (
            "def execute(c):\n    return {'ok': True, 'data': {1, 2}}",
            json!([
                "INTERNAL",
                "`snake` answered with something that is not JSON: Object of type set is not JSON serializable."
            ]),
        ),
        (
            "def execute(c):\n    return {'ok': True, 'data': float('nan')}",
            json!([
                "INTERNAL",
                "`snake` answered with something that is not JSON: Out of range float values are not JSON compliant: nan."
            ]),
        ),
        (
            "def execute(c):\n    return {}['x']",
            json!(["INTERNAL", "`snake` failed: KeyError: 'x'."]),
        ),
        (
            "class NotJson(Exception): pass\ndef execute(c):\n    raise NotJson('mine')",
            json!(["INTERNAL", "`snake` failed: NotJson: mine."]),
        ),
        (
            "def execute(c):\n    x = 'x'\n    while True: x += x",
            json!(["INTERNAL", "`snake` ran out of memory: a handler may use 50 MiB."]),
        ),
    ] {
        assert_eq!(said(&engine, handler, PLENTY_MS).await, end, "{handler}");
    }
    let endless = "def execute(c):\n    while True: pass";
    let end = json!(["TIMEOUT", "`snake` did not answer within 3000 ms."]);
    assert_eq!(said(&engine, endless, 3_000).await, end);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handler_imports_the_files_of_its_folder() {
    let files = [
        (
            "handler.py",
            "import words\nfrom lib import shout as s\nfrom lib.deep.more import MORE\nfrom .words import split\nimport json\n\ndef execute(c):\n    return {'ok': True, 'data': [words.split(c.args['text']), s.up('x'), MORE, split('q')]}\n",
        ),
        ("words.py", "def split(text):\n    return text.split()\n"),
        (
            "lib/shout.py",
            "from . import quiet\ndef up(text):\n    return quiet.same(text).upper()\n",
        ),
        ("lib/quiet.py", "def same(text):\n    return text\n"),
        ("lib/deep/__init__.py", ""),
        ("lib/deep/more.py", "MORE = 3\n"),
    ];
    let (_root, registry) = tool(&warm().await, &files, &[], PLENTY_MS).await;
    let outcome = outcome(&registry).await;
    assert_eq!(outcome["data"], json!([["a", "b"], "X", 3, ["q"]]), "{outcome}");
}
