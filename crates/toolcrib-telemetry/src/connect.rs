//! The way to the collector: its address, headers and TLS.

use std::error::Error;

use http::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Url, redirect};

use super::{SEND, TelemetryError};

/// Where the traces go on a collector.
pub(super) fn traces_url(endpoint: &str) -> Result<Url, TelemetryError> {
    let unusable = |reason: &str| TelemetryError::Endpoint(reason.to_owned());
    let mut url = Url::parse(endpoint).map_err(|error| unusable(&error.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(unusable("it has to begin with http:// or https://"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(unusable("a name and a password belong in a header"));
    }
    url.path_segments_mut()
        .map_err(|()| unusable("nothing can be added to it"))?
        .pop_if_empty()
        .extend(["v1", "traces"]);
    Ok(url)
}

pub(super) fn headers(headers: &[(String, String)]) -> Result<HeaderMap, TelemetryError> {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        let unusable = || TelemetryError::Header(name.clone());
        let mut value = HeaderValue::from_str(value).map_err(|_| unusable())?;
        value.set_sensitive(true);
        map.append(HeaderName::from_bytes(name.as_bytes()).map_err(|_| unusable())?, value);
    }
    Ok(map)
}

pub(super) fn client(url: &Url) -> Result<Client, Box<dyn Error + Send + Sync>> {
    let builder = Client::builder()
        .tls_backend_preconfigured(toolcrib_tls::config(url.scheme() == "https")?)
        // What sends a batch elsewhere would send the key there, too.
        .redirect(redirect::Policy::none())
        .timeout(SEND);
    let is_here = toolcrib_tls::is_here(url.host_str().unwrap_or_default());
    // No proxy can reach what runs on this machine.
    Ok(if is_here { builder.no_proxy() } else { builder }.build()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_added() {
        for (endpoint, url) in [
            ("http://127.0.0.1:4318", "http://127.0.0.1:4318/v1/traces"),
            ("http://[::1]:4318/", "http://[::1]:4318/v1/traces"),
            ("https://example.org/otlp/", "https://example.org/otlp/v1/traces"),
            ("https://example.org/otlp", "https://example.org/otlp/v1/traces"),
        ] {
            assert_eq!(traces_url(endpoint).unwrap().as_str(), url);
        }
    }

    #[test]
    fn what_is_no_address_is_refused_and_not_repeated() {
        for endpoint in ["", "127.0.0.1:4318", "grpc://secret", "http://", "https://me:secret@here"]
        {
            let error = traces_url(endpoint).unwrap_err().to_string();
            assert!(error.starts_with("the collector's address cannot be used: "), "{error}");
            assert!(!error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn what_is_no_header_is_refused_and_not_repeated() {
        for (name, value) in [("a b", "secret"), ("key", "secret\n")] {
            let error = headers(&[(name.to_owned(), value.to_owned())]).unwrap_err().to_string();
            assert_eq!(error, format!("the collector's header `{name}` cannot be sent"));
        }
    }

    #[test]
    fn https_can_be_spoken() {
        client(&Url::parse("https://example.org").unwrap()).unwrap();
    }
}
