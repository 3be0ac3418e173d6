//! The way to a vendor: TLS, headers, and the key in one of them.

use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, redirect};

use super::HttpSettings;
use crate::model::ModelError;
use crate::wire::Wire;

/// How long it may take to reach a vendor.
const CONNECT: Duration = Duration::from_secs(10);

pub(super) fn client(base_url: &str) -> Result<Client, ModelError> {
    let unusable = |error: &dyn std::error::Error| ModelError::Setup(error.to_string());
    let url = reqwest::Url::parse(base_url).map_err(|error| unusable(&error))?;
    let tls = toolcrib_tls::config(url.scheme() == "https").map_err(|error| unusable(&error))?;
    // A vendor that sends a request elsewhere would send the key there, too (3).
    let builder = Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(redirect::Policy::none())
        .connect_timeout(CONNECT);
    let is_here = toolcrib_tls::is_here(url.host_str().unwrap_or_default());
    // No proxy can reach what runs on this machine.
    let builder = if is_here { builder.no_proxy() } else { builder };
    builder.build().map_err(|error| unusable(&error))
}

pub(super) fn headers(settings: &HttpSettings) -> Result<HeaderMap, ModelError> {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static("application/json"));
    if let Some(key) = settings.key.as_deref() {
        let (name, value) = match settings.wire {
            Wire::Anthropic => ("x-api-key", key.to_owned()),
            Wire::Gemini => ("x-goog-api-key", key.to_owned()),
            Wire::OpenAi | Wire::Script => ("authorization", format!("Bearer {key}")),
        };
        let unusable =
            |_| ModelError::Setup("the model's key has characters that no header takes".to_owned());
        let mut value = HeaderValue::from_str(&value).map_err(unusable)?;
        value.set_sensitive(true);
        headers.insert(name, value);
    }
    if settings.wire == Wire::Anthropic {
        headers.insert("anthropic-version", HeaderValue::from_static("2023-06-01"));
    }
    for (name, value) in &settings.headers {
        let unusable = || ModelError::Setup(format!("the header `{name}` cannot be sent"));
        let header = HeaderName::from_bytes(name.as_bytes()).map_err(|_| unusable())?;
        headers.insert(header, HeaderValue::from_str(value).map_err(|_| unusable())?);
    }
    Ok(headers)
}
