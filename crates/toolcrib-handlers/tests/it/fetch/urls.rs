//! Which URLs are asked, and which addresses are connected to.

use toolcrib_handlers::fetch::{FetchError, FetchSettings};

use super::server::{Server, listen};
use super::tool::{Tool, ended, get, list};

fn closed(host: &str) -> String {
    format!(
        "the host `{host}` has no public address; \
         tools may not reach private networks unless the operator allows the host"
    )
}

fn unlisted(host: &str) -> String {
    format!("the host `{host}` is not among the tool's `hosts`; list it there, or do without it")
}

#[tokio::test]
async fn a_listed_host_is_asked() {
    let server = Server::saying("hello").await;
    let tool = Tool::near(&[&server.host()]);
    let answer = tool.send(get(&server.url("/a?b=c#d"))).await.unwrap();
    assert_eq!(answer.url, server.url("/a?b=c"));
    assert_eq!((answer.status, answer.status_text.as_str()), (200, "OK"));
    assert!(!answer.redirected);
    assert_eq!(answer.headers[1], ("content-length".to_owned(), "5".to_owned()));
    assert_eq!(answer.body, b"hello");
}

#[tokio::test]
async fn tasks_share_a_fetcher() {
    let server = Server::saying("hello").await;
    let Tool { fetcher, hosts } = Tool::near(&[&server.host()]);
    let tasks = ["/a", "/b"].map(|path| {
        let (fetcher, hosts, request) = (fetcher.clone(), hosts.clone(), get(&server.url(path)));
        tokio::spawn(async move { fetcher.fetch(&hosts, request).await.unwrap().body })
    });
    for task in tasks {
        assert_eq!(ended(task).await.unwrap(), b"hello");
    }
}

#[tokio::test]
async fn a_bad_url_is_refused() {
    let server = Server::saying("no").await;
    let host = server.host();
    let tool = Tool::near(&[&host]);
    let scheme = "it must begin with `https://` or `http://`";
    let credentials = "it has a user name or password before the host; \
                       send an `authorization` header instead";
    let long = server.url(&"a".repeat(16 << 10));
    for (url, why) in [
        (format!("ftp://{host}/"), scheme),
        (format!("ws://{host}/"), scheme),
        ("file:///etc/passwd".to_owned(), scheme),
        ("data:,a".to_owned(), scheme),
        (format!("http://user@{host}/"), credentials),
        (format!("http://:word@{host}/"), credentials),
        ("/a".to_owned(), "it must be complete, with `https://` before the host"),
        ("http://".to_owned(), "empty host"),
        ("http://./".to_owned(), "empty host"),
        ("http://a:b/".to_owned(), "invalid port number"),
        (long, "it is longer than 16384 bytes"),
    ] {
        let refusal = format!("the URL cannot be fetched: {why}");
        assert_eq!(tool.get(&url).await, Err(refusal), "{url}");
    }
    assert_eq!(server.lines(), Vec::<String>::new());
}

#[tokio::test]
async fn a_host_must_be_listed_with_its_port() {
    let server = Server::saying("no").await;
    let host = server.host();
    let tool = Tool::set(
        &["127.0.0.1", "example.com"],
        FetchSettings { private_hosts: list(&[&host, "localhost"]), ..FetchSettings::default() },
    );
    assert_eq!(tool.get(&server.url("/")).await, Err(unlisted(&host)));
    assert_eq!(tool.get("https://example.com:8443/").await, Err(unlisted("example.com:8443")));
    assert_eq!(tool.get("http://localhost/").await, Err(unlisted("localhost")));
    assert_eq!(server.lines(), Vec::<String>::new());
}

#[tokio::test]
async fn an_address_is_refused_however_it_is_spelt() {
    let server = Server::saying("hello").await;
    let (port, host) = (server.port, server.host());
    let (far, near) = (Tool::far(&[&host]), Tool::near(&[&host]));
    for spelling in ["127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "127.0.0.1.."] {
        let url = format!("http://{spelling}:{port}/");
        assert_eq!(far.get(&url).await, Err(closed(&host)), "{url}");
    }
    assert_eq!(server.lines(), Vec::<String>::new());
    assert_eq!(near.get(&format!("http://0x7f.1:{port}/")).await, Ok("hello".to_owned()));
}

#[tokio::test]
async fn special_addresses_are_refused() {
    for host in [
        "0.0.0.0",
        "10.0.0.1",
        "169.254.169.254",
        "192.168.1.1",
        "255.255.255.255",
        "[::]",
        "[::1]",
        "[::ffff:7f00:1]",
        "[64:ff9b::a9fe:a9fe]",
        "[2002:7f00:1::]",
        "[fd00:ec2::254]",
        "[fe80::1]",
    ] {
        let tool = Tool::far(&[host]);
        assert_eq!(tool.get(&format!("http://{host}/latest")).await, Err(closed(host)));
        assert_eq!(tool.get(&format!("https://{host}/latest")).await, Err(closed(host)));
    }
}

#[tokio::test]
async fn a_name_with_a_private_address_is_refused() {
    let server = Server::saying("hello").await;
    let host = format!("localhost:{}", server.port);
    for url in [format!("http://{host}/"), format!("http://LOCALHOST.:{}/", server.port)] {
        assert_eq!(Tool::far(&[&host]).get(&url).await, Err(closed(&host)));
        assert_eq!(server.lines(), Vec::<String>::new());
    }
    let url = format!("http://{host}/");
    assert_eq!(Tool::near(&[&host]).get(&url).await, Ok("hello".to_owned()));
}

#[tokio::test]
async fn a_private_host_is_private_on_its_port_alone() {
    let (server, other) = (Server::saying("hello").await, Server::saying("no").await);
    let private = [server.host(), format!("localhost:{}", server.port)];
    let private: Vec<&str> = private.iter().map(String::as_str).collect();
    let settings = FetchSettings { private_hosts: list(&private), ..FetchSettings::default() };
    let name = format!("localhost:{}", other.port);
    let tool = Tool::set(&[private[0], private[1], &other.host(), &name], settings);
    for host in &private {
        assert_eq!(tool.get(&format!("http://{host}/")).await, Ok("hello".to_owned()));
    }
    for host in [other.host(), name] {
        assert_eq!(tool.get(&format!("http://{host}/")).await, Err(closed(&host)));
    }
    assert_eq!(other.lines(), Vec::<String>::new());
}

#[tokio::test]
async fn a_host_that_takes_no_connections_is_unreachable() {
    let (listener, port) = listen().await;
    drop(listener);
    let host = format!("127.0.0.1:{port}");
    let error = Tool::near(&[&host]).send(get(&format!("http://{host}/?key=k"))).await.unwrap_err();
    let why = "it does not take connections there";
    assert_eq!(error.to_string(), format!("the host `{host}` could not be reached: {why}"));
    let FetchError::Unreachable { source, .. } = error else { panic!("{error:?}") };
    assert_eq!(source.to_string(), "error sending request");
}

#[tokio::test]
async fn a_name_that_nobody_has_is_unreachable() {
    // Longer than a label can be, so that no name server needs to be asked.
    let host = format!("{}.example.org", "a".repeat(64));
    let told = format!("the host `{host}` could not be reached: its name was not found");
    let outcome = Tool::far(&["*.example.org"]).get(&format!("http://{host}/")).await;
    assert_eq!(outcome, Err(told));
}
