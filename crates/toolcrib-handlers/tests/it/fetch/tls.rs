//! Secure connections, on machines that trust different certificates.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::sync::Arc;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::child;
use super::server::{Server, listen};
use super::tool::Tool;

#[tokio::test]
async fn a_trusted_host_is_asked() {
    if let Some(host) = child::told() {
        let tool = Tool::near(&[&host]);
        assert_eq!(tool.get(&format!("https://{host}/")).await, Ok("secure".to_owned()));
        return;
    }
    let test = "fetch::tls::a_trusted_host_is_asked";
    assert_eq!(with_server(test, SERVER).await, Some("GET / HTTP/1.1".to_owned()));
}

#[tokio::test]
async fn a_host_that_nobody_trusts_is_unreachable() {
    if let Some(host) = child::told() {
        let told = format!(
            "the host `{host}` could not be reached: no secure connection could be made with it"
        );
        assert_eq!(Tool::near(&[&host]).get(&format!("https://{host}/")).await, Err(told));
        return;
    }
    let test = "fetch::tls::a_host_that_nobody_trusts_is_unreachable";
    assert_eq!(with_server(test, STRANGER).await, None);
}

#[tokio::test]
async fn a_host_without_tls_is_unreachable() {
    if let Some(host) = child::told() {
        let told = format!(
            "the host `{host}` could not be reached: no secure connection could be made with it"
        );
        assert_eq!(Tool::near(&[&host]).get(&format!("https://{host}/")).await, Err(told));
        return;
    }
    let (listener, port) = listen().await;
    let server = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
        // It leaves after the client, whose greeting it does not understand.
        stream.read_to_end(&mut Vec::new()).await.ok();
    };
    let test = "fetch::tls::a_host_without_tls_is_unreachable";
    let host = format!("localhost:{port}");
    tokio::join!(server, trusting(test, SERVER, &host));
}

#[tokio::test]
async fn a_machine_that_trusts_nobody_still_speaks_http() {
    if let Some(host) = child::told() {
        let tool = Tool::near(&[&host]);
        let told = format!(
            "the host `{host}` could not be reached: \
             secure connections cannot be made from here; the operator can mend that"
        );
        assert_eq!(tool.get(&format!("https://{host}/")).await, Err(told));
        assert_eq!(tool.get(&format!("http://{host}/")).await, Ok("plain".to_owned()));
        return;
    }
    let server = Server::saying("plain").await;
    let test = "fetch::tls::a_machine_that_trusts_nobody_still_speaks_http";
    trusting(test, "", &server.host()).await;
    assert_eq!(server.lines(), ["GET / HTTP/1.1"]);
}

/// Runs a test again where only these certificates are trusted.
async fn trusting(test: &str, certificates: &str, tell: &str) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(certificates.as_bytes()).unwrap();
    child::again(test, tell, &[("SSL_CERT_FILE", file.path().to_str().unwrap())]).await;
}

/// Runs a test again with a secure server to ask, and tells what that was asked.
async fn with_server(test: &str, certificates: &str) -> Option<String> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let host = format!("localhost:{}", listener.local_addr().unwrap().port());
    let asked = tokio::task::spawn_blocking(move || serve_one(&listener));
    trusting(test, certificates, &host).await;
    asked.await.unwrap()
}

/// Answers one connection, and gives the first line of the request.
fn serve_one(listener: &TcpListener) -> Option<String> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![CertificateDer::from_pem_slice(SERVER.as_bytes()).unwrap()],
            PrivateKeyDer::from_pem_slice(SERVER_KEY.as_bytes()).unwrap(),
        )
        .unwrap();
    let connection = ServerConnection::new(Arc::new(config)).unwrap();
    let (stream, _) = listener.accept().unwrap();
    let mut stream = BufReader::new(StreamOwned::new(connection, stream));
    let mut lines = Vec::new();
    while lines.last().is_none_or(|line| line != "\r\n") {
        let mut line = String::new();
        // A client that does not like the certificate leaves.
        stream.read_line(&mut line).ok().filter(|&bytes| bytes > 0)?;
        lines.push(line);
    }
    let answer = b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 6\r\n\r\nsecure";
    stream.get_mut().write_all(answer).unwrap();
    stream.get_mut().flush().unwrap();
    Some(lines[0].trim_end().to_owned())
}

/// Made for these tests, for `localhost`, and good until 2120.
const SERVER: &str = "-----BEGIN CERTIFICATE-----
MIIBQjCB9aADAgECAhRzU6/OfnjnYr6LhaTCCOfnuqmrfzAFBgMrZXAwGjEYMBYG
A1UEAwwPdG9vbGNyaWIgc2VydmVyMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAx
MDAwMDAwWjAaMRgwFgYDVQQDDA90b29sY3JpYiBzZXJ2ZXIwKjAFBgMrZXADIQCE
WoWqcCxgPq0wI4hzgCL7X148WnclN/89gbiYKEACu6NLMEkwDAYDVR0TAQH/BAIw
ADAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwHQYDVR0OBBYEFArFUNwKaTzE
lwzPZW7hPmUMXXaRMAUGAytlcANBALby7aYErpaQaA7QWKHyTIG3ImTW7qp/rEQU
ClJZc0C9rEz1kzUWkn7kPejozH3B9eCQFX7Fs6Mv+rjWRfBiAws=
-----END CERTIFICATE-----
";
const SERVER_KEY: &str = "-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEILyL28Ztb/W0iLKddI0kTKEX/kz7hDH4f4rS4et6p7XI
-----END PRIVATE KEY-----
";
/// The same for somebody else.
const STRANGER: &str = "-----BEGIN CERTIFICATE-----
MIIBRjCB+aADAgECAhRHNfcfDDF2OVdu9JFEba1IqbU01TAFBgMrZXAwHDEaMBgG
A1UEAwwRdG9vbGNyaWIgc3RyYW5nZXIwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAx
MDEwMDAwMDBaMBwxGjAYBgNVBAMMEXRvb2xjcmliIHN0cmFuZ2VyMCowBQYDK2Vw
AyEA2W7nKLDH1w2xqHS2TPwPPK4TAV2Q9z2EE/HKBmJI726jSzBJMAwGA1UdEwEB
/wQCMAAwGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMB0GA1UdDgQWBBSPUiAr
zFNLUyetf0+AuJfFIG4qEjAFBgMrZXADQQBvjllmMpkNuEoyHGlNOlT51XVYr9/V
IVpfRBaE2byW8Dh3ElcwuxcfdGy+M1Y6Hks3Q7s6eZgOjN8S19QlZVEP
-----END CERTIFICATE-----
";
