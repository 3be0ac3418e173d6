//! The way to a vendor: TLS, headers, and the key in one of them.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, redirect};
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::Verifier;

use super::HttpSettings;
use crate::model::ModelError;
use crate::wire::Wire;

/// How long it may take to reach a vendor.
const CONNECT: Duration = Duration::from_secs(10);

pub(super) fn client(base_url: &str) -> Result<Client, ModelError> {
    let unusable = |error: &dyn std::error::Error| ModelError::Setup(error.to_string());
    let url = reqwest::Url::parse(base_url).map_err(|error| unusable(&error))?;
    let tls = tls(url.scheme() == "https").map_err(|error| unusable(&error))?;
    // A vendor that sends a request elsewhere would send the key there, too (3).
    let builder = Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(redirect::Policy::none())
        .connect_timeout(CONNECT);
    let host = url.host_str().unwrap_or_default();
    let is_here = host == "localhost"
        || host.trim_matches(['[', ']']).parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
    // No proxy can reach what runs on this machine.
    let builder = if is_here { builder.no_proxy() } else { builder };
    builder.build().map_err(|error| unusable(&error))
}

/// How TLS is spoken. The provider is named here, because a library should not
/// choose one for the whole process.
fn tls(is_secure: bool) -> Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()?;
    let mut config = if is_secure {
        let verifier = Arc::new(Verifier::new(provider)?);
        builder.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth()
    } else {
        // For http it is never used; it trusts nobody.
        builder.with_root_certificates(RootCertStore::empty()).with_no_client_auth()
    };
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
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
