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
