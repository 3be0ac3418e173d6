//! How TLS is spoken, for every client that goes out.
//!
//! Owns the choice of the provider and of whom to trust. It makes no client and
//! no connection: models, scripts and traces have theirs, each with its own
//! bounds.

use std::net::IpAddr;
use std::sync::Arc;

use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::Verifier;

/// What a client speaks TLS with. The provider is named here, because a library
/// should not choose one for the whole process.
///
/// # Errors
///
/// When the system's certificates cannot be read; for http nobody looks for them.
pub fn config(is_secure: bool) -> Result<ClientConfig, rustls::Error> {
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

/// Whether a URL's host is this machine, which no proxy can reach.
pub fn is_here(host: &str) -> bool {
    let address = host.trim_matches(['[', ']']).parse();
    host == "localhost" || address.is_ok_and(|address: IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::is_here;

    #[test]
    fn this_machine_has_few_names() {
        for (host, is) in [
            ("localhost", true),
            ("127.0.0.1", true),
            ("127.1.2.3", true),
            ("[::1]", true),
            ("example.org", false),
            ("10.0.0.1", false),
            ("localhost.example.org", false),
            ("", false),
        ] {
            assert_eq!(is_here(host), is, "{host}");
        }
    }
}
