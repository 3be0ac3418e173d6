use super::*;

#[test]
fn keys_of_secrets_are_known_in_every_spelling() {
    for key in [
        "api_key",
        "apiKey",
        "API-Key",
        "openai_api_key",
        "password",
        "Password",
        "db_password",
        "authorization",
        "Authorization",
        "proxy-authorization",
        "secret",
        "clientSecret",
        "access_token",
        "accessToken",
        "ACCESS_TOKEN",
        "token",
    ] {
        assert!(is_secret_key(key), "{key}");
    }
    for key in ["key", "author", "tokens", "max_tokens", "tokenizer", "pass", "query", ""] {
        assert!(!is_secret_key(key), "{key}");
    }
}

#[test]
fn json_inside_a_string_keeps_its_secrets_too() {
    let inner = r#"{"login": {"password": "hunter2"}, "n": 1}"#;
    let value =
        Arc::new(serde_json::json!({ "a": inner, "b": "{\"api_key\": \"x", "c": "a token" }));
    assert_eq!(
        *redacted(&value),
        serde_json::json!({
            "a": r#"{"login":{"password":"[redacted]"},"n":1}"#,
            "b": "[redacted]",
            "c": "a token",
        })
    );
    let twice = Arc::new(Value::from(inner));
    assert!(!redacted(&twice).to_string().contains("hunter2"));
}
