//! Where redirects lead, and what follows them.

use toolcrib_handlers::fetch::{FetchSettings, Redirect, Request};

use super::server::{Server, moved, ok};
use super::tool::{Tool, get, headers, list, post};

const AGENT: &str = concat!("toolcrib/", env!("CARGO_PKG_VERSION"));

/// A server that redirects from `/from` and answers everywhere else.
async fn leading_to(status: u16, location: impl Into<String>) -> Server {
    let location = location.into();
    Server::start(move |request| match request.split(' ').nth(1) {
        Some("/from") => moved(status, &location),
        _ => ok("there"),
    })
    .await
}

#[tokio::test]
async fn a_redirect_is_followed() {
    let server = leading_to(302, "../to?a#b").await;
    let tool = Tool::near(&[&server.host()]);
    let answer = tool.send(get(&server.url("/from"))).await.unwrap();
    assert_eq!(answer.url, server.url("/to?a"));
    assert!(answer.redirected);
    assert_eq!(answer.body, b"there");
    assert_eq!(server.lines(), ["GET /from HTTP/1.1", "GET /to?a HTTP/1.1"]);
}

#[tokio::test]
async fn a_redirect_keeps_the_method_or_becomes_a_get() {
    let body = "x: y\r\ncontent-type: a/b\r\ncontent-language: en\r\n";
    for (status, method, after) in [
        (301, "POST", "GET"),
        (302, "POST", "GET"),
        (303, "POST", "GET"),
        (303, "PUT", "GET"),
        (301, "PUT", "PUT"),
        (302, "DELETE", "DELETE"),
        (307, "POST", "POST"),
        (308, "PATCH", "PATCH"),
    ] {
        let server = leading_to(status, "/to").await;
        let tool = Tool::near(&[&server.host()]);
        let request = Request {
            method: method.to_owned(),
            headers: headers(&[("x", "y"), ("content-type", "a/b"), ("content-language", "en")]),
            ..post(&server.url("/from"), "sent")
        };
        assert_eq!(tool.ask(request).await, Ok("there".to_owned()));
        let host = server.host();
        let (kept, ending) = match after {
            "GET" => ("x: y\r\n", String::new()),
            _ => (body, "content-length: 4\r\n".to_owned()),
        };
        let sent = if after == "GET" { "" } else { "sent" };
        let expected = format!(
            "{after} /to HTTP/1.1\r\n{kept}user-agent: {AGENT}\r\naccept: */*\r\n\
             accept-encoding: gzip\r\nhost: {host}\r\n{ending}\r\n{sent}"
        );
        assert_eq!(server.seen()[1], expected, "{status} {method}");
    }
}

#[tokio::test]
async fn a_head_stays_one() {
    for status in [301, 302, 303, 307, 308] {
        let server = leading_to(status, "/to").await;
        let request = Request { method: "HEAD".to_owned(), ..get(&server.url("/from")) };
        assert_eq!(Tool::near(&[&server.host()]).ask(request).await, Ok(String::new()));
        assert_eq!(server.lines(), ["HEAD /from HTTP/1.1", "HEAD /to HTTP/1.1"]);
    }
}

#[tokio::test]
async fn secrets_stay_with_their_origin() {
    let secrets = headers(&[("x", "a"), ("authorization", "b"), ("Cookie", "c"), ("cookie", "d")]);
    let kept = "x: a\r\nauthorization: b\r\ncookie: c\r\ncookie: d\r\n";
    let end = Server::saying("end").await;
    let server = leading_to(307, end.url("/to")).await;
    let inside = leading_to(307, "/to").await;
    let tool = Tool::near(&[&server.host(), &inside.host(), &end.host()]);
    for url in [server.url("/from"), inside.url("/from")] {
        tool.send(Request { headers: secrets.clone(), ..get(&url) }).await.unwrap();
    }
    let head = |path: &str, host: &str, kept: &str| {
        format!(
            "GET {path} HTTP/1.1\r\n{kept}user-agent: {AGENT}\r\naccept: */*\r\n\
             accept-encoding: gzip\r\nhost: {host}\r\n\r\n"
        )
    };
    assert_eq!(server.seen(), [head("/from", &server.host(), kept)]);
    assert_eq!(end.seen(), [head("/to", &end.host(), "x: a\r\n")]);
    let both = [head("/from", &inside.host(), kept), head("/to", &inside.host(), kept)];
    assert_eq!(inside.seen(), both);
}

#[tokio::test]
async fn a_redirect_leads_only_to_listed_hosts() {
    let other = Server::saying("no").await;
    for location in [other.url("/"), format!("//{}/", other.host())] {
        let server = leading_to(302, location).await;
        let (from, to) = (server.host(), other.host());
        let tool = Tool::set(
            &[&from],
            FetchSettings { private_hosts: list(&[&from, &to]), ..FetchSettings::default() },
        );
        let refusal = format!(
            "the host `{to}` that `{from}` redirects to is not among the tool's `hosts`; \
             list it there, or do without it"
        );
        assert_eq!(tool.get(&server.url("/from")).await, Err(refusal));
    }
    assert_eq!(other.lines(), Vec::<String>::new());
}

#[tokio::test]
async fn a_redirect_leads_to_no_private_address() {
    let other = Server::saying("no").await;
    let (literal, name) = (other.host(), format!("localhost:{}", other.port));
    let metadata = "169.254.169.254";
    for (url, to) in [
        (other.url("/"), literal.as_str()),
        (format!("http://0x7f.1:{}/", other.port), &literal),
        (format!("http://{name}/"), &name),
        ("http://169.254.169.254/latest/meta-data".to_owned(), metadata),
        ("http://2852039166/latest/meta-data".to_owned(), metadata),
        ("http://[::1]/".to_owned(), "[::1]"),
    ] {
        let server = leading_to(307, url).await;
        let from = server.host();
        let tool = Tool::set(
            &[&from, &literal, &name, metadata, "[::1]"],
            FetchSettings { private_hosts: list(&[&from]), ..FetchSettings::default() },
        );
        let refusal = format!(
            "the host `{to}` that `{from}` redirects to has no public address; \
             tools may not reach private networks unless the operator allows the host"
        );
        assert_eq!(tool.get(&server.url("/from")).await, Err(refusal));
    }
    assert_eq!(other.lines(), Vec::<String>::new());
}

#[tokio::test]
async fn a_redirect_leads_to_no_bad_url() {
    let credentials = "it has a user name or password before the host; \
                       send an `authorization` header instead";
    for (location, why) in [
        ("file:///etc/passwd", "it must begin with `https://` or `http://`"),
        ("javascript:1", "it must begin with `https://` or `http://`"),
        ("http://a:b@127.0.0.1/", credentials),
        ("http://a b/", "invalid international domain name"),
    ] {
        let server = leading_to(302, location).await;
        let host = server.host();
        let refusal = format!("the URL that `{host}` redirects to cannot be fetched: {why}");
        assert_eq!(Tool::near(&[&host]).get(&server.url("/from")).await, Err(refusal));
    }
}

#[tokio::test]
async fn redirects_come_to_an_end() {
    for redirects_max in [0, 1, 5] {
        let server = leading_to(302, "/from").await;
        let host = server.host();
        let private_hosts = list(&[&host]);
        let settings = FetchSettings { private_hosts, redirects_max, ..FetchSettings::default() };
        let refusal =
            format!("it redirects more than {redirects_max} times; ask for the last URL directly");
        assert_eq!(Tool::set(&[&host], settings).get(&server.url("/from")).await, Err(refusal));
        assert_eq!(server.lines().len(), redirects_max + 1);
    }
    assert_eq!(FetchSettings::default().redirects_max, 5);
}

#[tokio::test]
async fn a_request_can_refuse_redirects_or_see_them() {
    let server = leading_to(302, "http://elsewhere.example/").await;
    let host = server.host();
    let tool = Tool::near(&[&host]);
    let request = |redirect| Request { redirect, ..get(&server.url("/from")) };
    let refusal = format!("`{host}` redirects, and the request does not allow that");
    assert_eq!(tool.ask(request(Redirect::Error)).await, Err(refusal));
    let answer = tool.send(request(Redirect::Manual)).await.unwrap();
    assert_eq!((answer.status, answer.status_text.as_str()), (302, "Found"));
    assert!(!answer.redirected);
    let location = ("location".to_owned(), "http://elsewhere.example/".to_owned());
    assert_eq!(answer.headers[2], location);
    assert_eq!(server.lines().len(), 2);
}

#[tokio::test]
async fn an_answer_that_leads_nowhere_is_an_answer() {
    let server = Server::start(|request| match request.split(' ').nth(1) {
        Some("/300") => moved(300, "/to"),
        Some("/304") => moved(304, "/to"),
        Some("/302") => b"HTTP/1.1 302 Found\r\ncontent-length: 0\r\n\r\n".to_vec(),
        _ => ok("no"),
    })
    .await;
    let tool = Tool::near(&[&server.host()]);
    for (path, status) in [("/300", 300), ("/304", 304), ("/302", 302)] {
        let request = Request { redirect: Redirect::Error, ..get(&server.url(path)) };
        assert_eq!(tool.send(request).await.unwrap().status, status);
    }
}
