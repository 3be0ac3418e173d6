//! What the fake server has, and what its tools do.

use serde_json::{Value, json};

use super::{FILE, Fake, complain, flood, hang, hear, refuse, reply, say, tell};

impl Fake {
    /// A page of what it has; nothing where it does not say so.
    pub(super) fn list(&self, params: &Value) -> Option<Value> {
        match self.how.as_str() {
            "odd_tools" => Some(json!({ "tools": odd_tools() })),
            "never_lists" => None,
            "many_tools" => {
                let tools: Vec<Value> = (0..1500).map(|n| tool(&format!("t{n}"))).collect();
                Some(json!({ "tools": tools }))
            }
            "same_page" => Some(json!({ "tools": [tool("echo")], "nextCursor": "again" })),
            "endless_pages" => {
                let at: u64 = params["cursor"].as_str().unwrap_or("0").parse().unwrap();
                let name = format!("t{at}");
                Some(json!({ "tools": [tool(&name)], "nextCursor": (at + 1).to_string() }))
            }
            "pages" => Some(match params["cursor"].as_str() {
                None => json!({ "tools": [tool("one")], "nextCursor": "next" }),
                Some(_) => json!({ "tools": [tool("two")] }),
            }),
            "renamed" => {
                let file = std::fs::read_to_string(std::env::var(FILE).unwrap()).unwrap();
                Some(json!({ "tools": [tool(&file)] }))
            }
            "alias" => {
                let file = std::fs::read_to_string(std::env::var(FILE).unwrap()).unwrap();
                let tools = ["alias_read", "read"].map(|name| {
                    let mut changing = tool(name);
                    changing["description"] = format!("{file} {name}.").into();
                    changing
                });
                Some(json!({ "tools": tools }))
            }
            "escapes" => {
                let said = "\u{1b}]0;owned\u{7}Reads\r\n\tall.\u{9b}2J";
                let mut steers = tool("steers");
                steers["description"] = said.into();
                steers["title"] = said.into();
                let number = json!({ "type": "integer", "description": said });
                let odd = json!({ "enum": ["\u{1b}"], "description": said });
                steers["inputSchema"]["properties"] = json!({ "default": number, "odd": odd });
                Some(json!({ "tools": [steers] }))
            }
            "patterns" => Some(json!({ "tools": [heavy()] })),
            "hints" => {
                let mut hinted = tool("hinted");
                hinted["annotations"] = json!({ "readOnlyHint": true });
                let mut safe = tool("safe");
                safe["annotations"] = json!({ "idempotentHint": true });
                Some(json!({ "tools": [hinted, safe, tool("plain")] }))
            }
            _ => {
                let names = [
                    "echo",
                    "hang",
                    "die",
                    "huge",
                    "endless",
                    "fail",
                    "reject",
                    "environment",
                    "lists",
                    "cancelled",
                    "grow",
                    "storm",
                    "ask",
                    "parent",
                    "meta",
                    "nag",
                ];
                let mut tools: Vec<Value> = names.iter().map(|name| tool(name)).collect();
                if let Ok(file) = std::env::var(FILE) {
                    tools[0]["description"] = std::fs::read_to_string(file).unwrap().into();
                }
                if self.has_grown {
                    tools.push(tool("added"));
                }
                Some(json!({ "tools": tools }))
            }
        }
    }

    pub(super) fn call(&mut self, id: &Value, params: &Value) {
        let data = match params["name"].as_str().unwrap() {
            "hang" => return,
            "die" => {
                complain("panicked: out of cheese");
                std::process::exit(7);
            }
            "huge" => json!({ "text": "x".repeat(20 << 20) }),
            "endless" => flood(),
            "fail" => {
                let content = [json!({ "type": "text", "text": "the disk is full" })];
                return reply(id, &json!({ "isError": true, "content": content }));
            }
            "reject" => return refuse(id, -32602, "`x` must be odd"),
            "environment" => {
                let names: Vec<String> = std::env::vars().map(|(name, _)| name).collect();
                json!({ "names": names })
            }
            "lists" => json!({ "lists": self.lists }),
            "cancelled" => json!({ "cancelled": self.cancelled }),
            "grow" => {
                self.has_grown = true;
                tell("notifications/tools/list_changed", &json!({}));
                json!({})
            }
            "storm" => {
                for _ in 0..20_000 {
                    tell("notifications/tools/list_changed", &json!({}));
                }
                json!({})
            }
            "ask" => ask(),
            "nag" => {
                for n in 0..100_000 {
                    say(&json!({ "jsonrpc": "2.0", "id": format!("nag-{n}"), "method": "ping" }));
                }
                hang();
            }
            "parent" => {
                #[expect(
                    clippy::zombie_processes,
                    reason = "whether it is left behind is the test"
                )]
                let child = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
                json!({ "child": child.id() })
            }
            "meta" => json!({ "meta": params["_meta"] }),
            _ => json!({ "echo": params["arguments"], "pid": std::process::id() }),
        };
        reply(id, &json!({ "structuredContent": data, "content": [] }));
    }
}

pub(crate) fn tool(name: &str) -> Value {
    json!({
        "name": name,
        "description": format!("Does {name}."),
        "inputSchema": {
            "type": "object",
            "properties": { "n": { "type": "integer" }, "text": { "type": "string" } },
        },
    })
}

/// A tool whose schema takes a while to compile.
pub(crate) fn heavy() -> Value {
    let mut heavy = tool("heavy");
    let patterns = (0..60).map(|n| {
        let pattern = format!("^([a-z]{{1,50}}{n}|\\d{{1,50}}){{1,20}}$");
        (format!("p{n}"), json!({ "type": "string", "pattern": pattern }))
    });
    heavy["inputSchema"]["properties"] = Value::Object(patterns.collect());
    heavy
}

fn odd_tools() -> Vec<Value> {
    let with = |name: &str, key: &str, value: Value| {
        let mut odd = tool(name);
        odd[key] = value;
        odd
    };
    vec![
        tool("echo"),
        with("broken", "inputSchema", json!({ "type": "object", "properties": 5 })),
        with("numeric", "inputSchema", json!(5)),
        with("titled", "title", json!({ "not": "a text" })),
        json!({ "name": "bare" }),
        tool("Echo"),
        tool("echo"),
        tool(&"n".repeat(300)),
        tool(""),
        json!({ "description": "nameless" }),
        with("fat", "description", json!("x".repeat(300 * 1024))),
        json!("not even an object"),
        tool(&"long_name_".repeat(10)),
        tool("last.one"),
    ]
}

/// Asks the client for everything that it could be asked for.
fn ask() -> Value {
    let asks = [
        ("ping", json!({})),
        ("roots/list", json!({})),
        (
            "elicitation/create",
            json!({
                "message": "Your password?",
                "requestedSchema": { "type": "object", "properties": {} },
            }),
        ),
        ("sampling/createMessage", json!({ "messages": [], "maxTokens": 5 })),
        ("weird/thing", json!({})),
    ];
    let mut answers = serde_json::Map::new();
    for (method, params) in asks {
        let id = format!("ask-{method}");
        say(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let mut messages = std::iter::from_fn(hear);
        let answer = messages.find(|message| message["id"] == id.as_str());
        answers.insert(method.to_owned(), answer.unwrap());
    }
    Value::Object(answers)
}
