use super::{Format, ImportError, Imported, read};
use crate::config::Upstream;

fn json(text: &str) -> Imported {
    read(text, Format::Json).unwrap()
}

fn env<'a>(upstream: &'a Upstream, name: &str) -> &'a str {
    upstream.env[name].expose()
}

fn found(imported: &Imported) -> Vec<(&str, &str)> {
    let findings = imported.findings.iter();
    findings.map(|finding| (finding.place.as_str(), finding.message.as_str())).collect()
}

#[test]
fn claude_and_cursor() {
    let imported = json(
        r#"{
            // comments and trailing commas are no obstacle
            "mcpServers": {
                "GitHub MCP": {
                    "command": "npx",
                    "args": ["-y", "server-github"],
                    "env": { "TOKEN": "ghp_1", "PORT": 8080, "X": "${X:-none}" },
                },
                "remote": { "type": "http", "url": "https://example.org/mcp",
                            "headers": { "Authorization": "Bearer ${env:KEY}" } },
                "old": { "type": "sse", "url": "https://example.org/sse" },
                "off": { "command": "x", "disabled": true },
                "odd": 5,
                "none": {},
            },
        }"#,
    );
    let names: Vec<&str> = imported.upstreams.keys().map(String::as_str).collect();
    assert_eq!(names, ["github_mcp", "off", "remote"]);
    let github = &imported.upstreams["github_mcp"];
    assert_eq!(github.command.as_deref(), Some("npx"));
    assert_eq!(github.args, ["-y", "server-github"]);
    assert_eq!((env(github, "TOKEN"), env(github, "PORT")), ("ghp_1", "8080"));
    assert_eq!(env(github, "X"), "${X:-none}");
    let remote = &imported.upstreams["remote"];
    assert_eq!(remote.url.as_deref(), Some("https://example.org/mcp"));
    assert_eq!(remote.headers["Authorization"].expose(), "Bearer ${KEY}");
    assert!(!imported.upstreams["off"].enabled);
    assert_eq!(
        found(&imported),
        [
            ("/mcpServers/old/type", "servers of the earlier HTTP+SSE transport are not supported"),
            ("/mcpServers/odd", "this is not an object"),
            ("/mcpServers/none", "it has neither a command nor an address"),
        ]
    );
}

#[test]
fn vs_code() {
    let imported = json(
        r#"{
            "inputs": [{ "id": "key", "type": "promptString" }],
            "servers": {
                "asks": { "type": "http", "url": "https://example.org",
                          "headers": { "X-Key": "${input:key}" } },
                "here": { "command": "x", "args": ["${workspaceFolder}/a"] },
                "fine": { "type": "stdio", "command": "x", "env": { "A": "${env:B}" },
                          "envFile": ".env" }
            }
        }"#,
    );
    assert_eq!(imported.upstreams.len(), 1);
    assert_eq!(env(&imported.upstreams["fine"], "A"), "${B}");
    assert_eq!(
        found(&imported),
        [
            (
                "/servers/asks/headers/X-Key",
                "`${input:key}` is filled in by the other program only; write `${NAME}` for a \
                 variable of the environment in its place"
            ),
            (
                "/servers/here/args/0",
                "`${workspaceFolder}` is filled in by the other program only; write in its place \
                 what it stands for"
            ),
            (
                "/servers/fine/envFile",
                "`envFile` is not taken over; name its variables under `env`, as NAME = \"${NAME}\""
            ),
        ]
    );
    assert_eq!(imported.skipped, ["asks", "here"]);
    let of: Vec<&str> = imported.findings.iter().map(|it| it.server.as_str()).collect();
    assert_eq!(of, ["asks", "here", "fine"]);
    let nested = json(r#"{ "mcp": { "servers": { "a": { "command": "x" } } } }"#);
    assert_eq!(nested.upstreams.len(), 1);
}

#[test]
fn windsurf_and_zed() {
    let windsurf = json(
        r#"{ "mcpServers": { "w": { "serverUrl": "https://example.org", "disabledTools": ["a"] } } }"#,
    );
    assert_eq!(windsurf.upstreams["w"].url.as_deref(), Some("https://example.org"));
    assert_eq!(windsurf.upstreams["w"].hide, ["a"]);
    let zed = json(
        r#"{ "context_servers": {
            "one": { "source": "custom", "command": "x", "args": ["a"], "env": {} },
            "two": { "command": { "path": "y", "args": ["b"], "env": { "C": "d" } } },
            "three": { "source": "extension", "settings": {} }
        } }"#,
    );
    assert_eq!(zed.upstreams["one"].command.as_deref(), Some("x"));
    assert_eq!(zed.upstreams["two"].command.as_deref(), Some("y"));
    assert_eq!(env(&zed.upstreams["two"], "C"), "d");
    assert_eq!(
        found(&zed),
        [("/context_servers/three", "it has neither a command nor an address")]
    );
}

#[test]
fn continue_in_yaml_and_json() {
    let yaml = "mcpServers:\n  - name: My DB\n    command: uvx\n    args: [db]\n    env:\n      \
                KEY: ${{ secrets.DB_KEY }}\n  - name: My DB\n    type: streamable-http\n    \
                url: https://example.org\n    requestOptions:\n      headers:\n        A: b\n";
    let imported = read(yaml, Format::Yaml).unwrap();
    assert_eq!(env(&imported.upstreams["my_db"], "KEY"), "${DB_KEY}");
    assert_eq!(imported.upstreams["my_db_2"].headers["A"].expose(), "b");
    let old = json(
        r#"{ "experimental": { "modelContextProtocolServers":
            [{ "transport": { "type": "stdio", "command": "x", "args": ["a"] } }] } }"#,
    );
    assert_eq!(old.upstreams["server"].args, ["a"]);
}

#[test]
fn codex() {
    let text = r#"
        model = "o3"
        [mcp_servers.docs]
        command = "docs-server"
        args = ["--port", "1"]
        env = { A = "b" }
        env_vars = ["LOCAL"]
        startup_timeout_sec = 20
        tool_timeout_sec = 1.5
        enabled_tools = ["search"]
        disabled_tools = ["slow"]
        [mcp_servers.figma]
        url = "https://mcp.figma.com/mcp"
        bearer_token_env_var = "FIGMA"
        http_headers = { "X-Region" = "us" }
        env_http_headers = { "X-Org" = "ORG" }
        enabled = false
    "#;
    let imported = read(text, Format::Toml).unwrap();
    let docs = &imported.upstreams["docs"];
    assert_eq!((env(docs, "A"), env(docs, "LOCAL")), ("b", "${LOCAL}"));
    assert_eq!((docs.connect_timeout_ms, docs.timeout_ms), (20_000, 1_500));
    assert_eq!(
        (docs.tools.as_deref(), &docs.hide[..]),
        (Some(&["search".to_owned()][..]), &["slow".to_owned()][..])
    );
    let figma = &imported.upstreams["figma"];
    assert_eq!(figma.headers["Authorization"].expose(), "Bearer ${FIGMA}");
    assert_eq!(figma.headers["X-Org"].expose(), "${ORG}");
    assert_eq!(figma.headers["X-Region"].expose(), "us");
    assert!(!figma.enabled);
    assert_eq!(imported.findings, []);
}

#[test]
fn what_is_no_such_file_is_refused() {
    let of = |text: &str, format| read(text, format).unwrap_err();
    assert!(matches!(of("{}", Format::Json), ImportError::NoServers));
    assert!(matches!(of("{", Format::Json), ImportError::Unreadable(_)));
    assert!(matches!(of(&"[".repeat(100_000), Format::Json), ImportError::Unreadable(_)));
    assert!(matches!(of("a = ", Format::Toml), ImportError::Unreadable(_)));
    assert!(matches!(of("a: [", Format::Yaml), ImportError::Unreadable(_)));
    assert!(matches!(of(&" ".repeat(5 << 20), Format::Json), ImportError::TooLarge));
    let secret = of("key = 'sk-123456789\n", Format::Toml).to_string();
    assert!(!secret.contains("sk-123456789"), "{secret}");
    assert_eq!(json(r#"{ "mcpServers": 5 }"#).findings.len(), 1);
}
