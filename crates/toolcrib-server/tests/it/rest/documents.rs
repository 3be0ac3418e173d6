//! The OpenAPI document and the page that shows it.

use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use serde_json::Value;
use toolcrib_server::{rest, shipped};
use tower::ServiceExt as _;

use crate::doors::{self, Answer};
use crate::golden;

#[test]
fn the_openapi_document_is_up_to_date() {
    let document = serde_json::to_string_pretty(&rest::document()).unwrap();
    golden::check("../../docs/reference/openapi.json", &format!("{document}\n"));
}

#[test]
fn every_reference_of_the_document_leads_somewhere() {
    fn walk(value: &Value, document: &Value) {
        match value {
            Value::Object(map) => {
                if let Some(Value::String(reference)) = map.get("$ref") {
                    let pointer = reference.strip_prefix('#').unwrap();
                    assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
                }
                map.values().for_each(|value| walk(value, document));
            }
            Value::Array(items) => items.iter().for_each(|value| walk(value, document)),
            _ => {}
        }
    }
    let document = rest::document();
    walk(&document, &document);
}

#[tokio::test]
async fn the_server_shows_the_document_and_nobody_else_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _crib) = doors::serve(&shipped::registry(), folder.path()).await;
    let served = Answer::to(&server, &[], "GET", "/openapi.json", None).await;
    assert_eq!((served.status, served.body), (200, rest::document()));
    let mut seen = 0;
    for name in ["", "swagger-ui.css", "swagger-ui-bundle.js", "swagger-initializer.js"] {
        let request = Request::get(format!("/docs/{name}")).body(Body::empty()).unwrap();
        let response = server.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), 200, "{name}");
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        // A browser loads nothing from elsewhere, whatever the files say.
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; "), "{policy}");
        assert!(!policy.contains("http"), "{policy}");
        let text = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let text = String::from_utf8(text.to_vec()).unwrap();
        seen += usize::from(text.contains("/openapi.json"));
        let inline = name.is_empty() && text.contains("<script>");
        assert!(!inline, "an inline script would not run");
    }
    assert_eq!(seen, 1, "the page asks for our document");
}
