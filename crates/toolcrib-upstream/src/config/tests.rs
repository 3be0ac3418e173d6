use super::{ConfigError, Confirm, Upstream, Way};

fn read(text: &str) -> Upstream {
    serde_json::from_str(text).unwrap()
}

fn known(name: &str) -> Option<String> {
    (name == "TOKEN").then(|| "sk-123456789".to_owned())
}

#[test]
fn variables_get_their_values() {
    let upstream = read(
        r#"{"command": "x", "args": ["--a=${B:-none}", "${x y}", "${"], "env": {"T": "a ${TOKEN}"}}"#,
    );
    let Ok((Way::Stdio(way), secrets)) = upstream.way("s", &known) else { panic!("no way") };
    assert_eq!(way.args, ["--a=none", "${x y}", "${"]);
    assert_eq!(way.env, [("T".to_owned(), "a sk-123456789".to_owned())]);
    assert_eq!(secrets.redact("it is sk-123456789."), "it is [redacted].");
}

#[test]
fn a_server_that_was_added_learns_nothing_of_the_environment() {
    let path = |upstream: &Upstream| match upstream.way("s", &|name| upstream.variable(name)) {
        Ok((Way::Http(way), _)) => way.url.path().to_owned(),
        _ => panic!("no way"),
    };
    let set = read(r#"{"url": "http://example.org/${PATH:-nothing}"}"#);
    assert_ne!(path(&set), "/nothing");
    assert_eq!(path(&Upstream { is_added: true, ..set }), "/nothing");
}

#[test]
fn a_missing_variable_is_named_with_its_server() {
    let upstream = read(r#"{"url": "https://example.org", "headers": {"X-Key": "${NONE}"}}"#);
    let error = upstream.way("github", &known).err().unwrap();
    assert_eq!(
        error.to_string(),
        "`headers.X-Key` of the server `github` needs the variable `NONE`, which is not in the \
         environment"
    );
}

#[test]
fn settings_that_lead_nowhere_are_refused() {
    let of = |text| read(text).way("s", &known).err().unwrap();
    assert_eq!(of("{}"), ConfigError::NoWay { server: "s".to_owned() });
    assert_eq!(
        of(r#"{"command": "x", "url": "http://x"}"#),
        ConfigError::TwoWays { server: "s".to_owned() }
    );
    for text in [
        r#"{"command": " "}"#,
        r#"{"command": "x", "timeout_ms": 0}"#,
        r#"{"command": "x", "env": {"A=B": "c"}}"#,
        r#"{"url": "file:///etc/passwd"}"#,
        r#"{"url": "http://x", "headers": {"Mcp-Session-Id": "1"}}"#,
        r#"{"url": "http://x", "headers": {"A": "line\nbreak"}}"#,
    ] {
        assert!(matches!(of(text), ConfigError::Unusable { .. }), "{text}");
    }
    assert!(serde_json::from_str::<Upstream>(r#"{"comand": "x"}"#).is_err());
}

#[test]
fn nothing_shows_a_secret() {
    let upstream = read(
        r#"{"url": "https://u:p4ssw0rd1@example.org/s3cret99?key=s3cret98",
            "headers": {"Authorization": "Bearer s3cret97"}}"#,
    );
    let shown = format!("{upstream:?} {}", upstream.way("s", &known).ok().unwrap().0.shown());
    for secret in ["p4ssw0rd1", "s3cret99", "s3cret98", "s3cret97"] {
        assert!(!shown.contains(secret), "{shown}");
    }
    assert!(shown.ends_with(" http: https://example.org"), "{shown}");
}

#[test]
fn settings_are_read_from_toml_too() {
    let upstream: Upstream = toml::from_str(
        "command = 'x'\nconfirm = true\ntools = ['a', 'b']\nhide = ['b']\nprefix = 'p'",
    )
    .unwrap();
    assert!(upstream.takes("a") && !upstream.takes("b") && !upstream.takes("c"));
    assert!(upstream.confirm.covers("a"));
    let named: Upstream = toml::from_str("command = 'x'\nconfirm = ['b']").unwrap();
    assert_eq!(named.confirm, Confirm::Names(vec!["b".to_owned()]));
    assert!(named.confirm.covers("b") && !named.confirm.covers("a") && named.takes("z"));
}
