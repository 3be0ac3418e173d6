//! What is sent, and what cannot be.

use toolcrib_handlers::fetch::{FetchSettings, Request};

use super::child;
use super::server::{Server, moved, ok};
use super::tool::{Tool, get, headers, list, post};

fn refusal(why: &str) -> Result<String, String> {
    Err(format!("the request cannot be sent: {why}"))
}

#[tokio::test]
async fn a_request_is_sent_as_it_was_made() {
    let server = Server::saying("hello").await;
    let host = server.host();
    let request = Request {
        method: "post".to_owned(),
        headers: headers(&[("X-One", "a\tb ~"), ("user-agent", "mine"), ("x-one", "c")]),
        ..post(&server.url("/a%20b?c"), "some\r\ntext")
    };
    assert_eq!(Tool::near(&[&host]).ask(request).await, Ok("hello".to_owned()));
    let expected = format!(
        "POST /a%20b?c HTTP/1.1\r\nx-one: a\tb ~\r\nx-one: c\r\nuser-agent: mine\r\n\
         accept: */*\r\naccept-encoding: gzip\r\nhost: {host}\r\ncontent-length: 10\r\n\r\n\
         some\r\ntext"
    );
    assert_eq!(server.seen(), [expected]);
}

#[tokio::test]
async fn nothing_is_added_but_who_asks() {
    let server = Server::start(|request| match request.split(' ').nth(1) {
        Some("/from") => {
            let mut answer = moved(302, "/to");
            let end = answer.len() - 2;
            answer.splice(end..end, *b"set-cookie: a=b\r\n");
            answer
        }
        _ => ok("there"),
    })
    .await;
    let host = server.host();
    let tool = Tool::near(&[&host]);
    for _ in 0..2 {
        assert_eq!(tool.get(&server.url("/from")).await, Ok("there".to_owned()));
    }
    let version = env!("CARGO_PKG_VERSION");
    let expected = ["/from", "/to", "/from", "/to"].map(|path| {
        format!(
            "GET {path} HTTP/1.1\r\nuser-agent: toolcrib/{version}\r\naccept: */*\r\n\
             accept-encoding: gzip\r\nhost: {host}\r\n\r\n"
        )
    });
    assert_eq!(server.seen(), expected);
}

#[tokio::test]
async fn headers_that_frame_or_route_are_refused() {
    let server = Server::saying("no").await;
    let tool = Tool::near(&[&server.host()]);
    for name in [
        "host",
        "Connection",
        "content-length",
        "Transfer-Encoding",
        "upgrade",
        "te",
        "trailer",
        "keep-alive",
        "proxy-authorization",
        "Proxy-Connection",
        "proxy-anything",
    ] {
        let request = Request { headers: headers(&[(name, "a")]), ..get(&server.url("/")) };
        let lower = name.to_ascii_lowercase();
        let why = format!("a tool may not set the header `{lower}`; leave it out");
        assert_eq!(tool.ask(request).await, refusal(&why));
    }
    assert_eq!(server.lines(), Vec::<String>::new());
}

#[tokio::test]
async fn no_second_request_fits_into_a_header() {
    let server = Server::saying("no").await;
    let tool = Tool::near(&[&server.host()]);
    let value = "the header `x` has a character that it cannot have; \
                 only ASCII without line breaks may be sent";
    for (name, text, why) in [
        ("x", "a\r\n\r\nGET /b HTTP/1.1", value),
        ("x", "a\nhost: b", value),
        ("x", "a\r", value),
        ("x", "a\0b", value),
        ("x", "a\u{7f}", value),
        ("x", "é", value),
        ("x\r\nhost", "b", r#""x\r\nhost" is not a name for a header"#),
        ("x: y", "b", r#""x: y" is not a name for a header"#),
        ("", "b", r#""" is not a name for a header"#),
    ] {
        let request = Request { headers: headers(&[(name, text)]), ..get(&server.url("/")) };
        assert_eq!(tool.ask(request).await, refusal(why));
    }
    assert_eq!(server.lines(), Vec::<String>::new());
}

#[tokio::test]
async fn a_method_is_one_word_and_not_for_proxies() {
    let server = Server::saying("yes").await;
    let tool = Tool::near(&[&server.host()]);
    let with = |method: &str| Request { method: method.to_owned(), ..get(&server.url("/")) };
    let none = "its method is not one; use GET or POST, for instance";
    for (method, why) in [
        ("connect", "the method CONNECT is not for tools"),
        ("TRACE", "the method TRACE is not for tools"),
        ("Track", "the method TRACK is not for tools"),
        ("", none),
        ("GET /b HTTP/1.1\r\nx:", none),
        ("GÉT", none),
        (&"A".repeat(33), none),
    ] {
        assert_eq!(tool.ask(with(method)).await, refusal(why));
    }
    assert_eq!(server.lines(), Vec::<String>::new());
    assert_eq!(tool.ask(with("propfind")).await, Ok("yes".to_owned()));
    assert_eq!(server.lines(), ["PROPFIND / HTTP/1.1"]);
}

#[tokio::test]
async fn headers_are_bounded() {
    let server = Server::saying("yes").await;
    let tool = Tool::near(&[&server.host()]);
    let many = |count| vec![("x".to_owned(), "y".to_owned()); count];
    let large = |bytes: usize| vec![("x".to_owned(), "y".repeat(bytes - 1))];
    for (headers, outcome) in [
        (many(100), Ok("yes".to_owned())),
        (many(101), refusal("it has more than 100 headers")),
        (large(64 << 10), Ok("yes".to_owned())),
        (large((64 << 10) + 1), refusal("its headers are larger than 65536 bytes")),
    ] {
        assert_eq!(tool.ask(Request { headers, ..get(&server.url("/")) }).await, outcome);
    }
    assert_eq!(server.lines().len(), 2);
}

#[tokio::test]
async fn a_body_is_bounded_and_has_a_method_for_it() {
    let server = Server::saying("yes").await;
    let host = server.host();
    let private_hosts = list(&[&host]);
    let settings =
        FetchSettings { private_hosts, request_bytes_max: 4, ..FetchSettings::default() };
    let tool = Tool::set(&[&host], settings);
    let url = server.url("/");
    assert_eq!(tool.ask(post(&url, "four")).await, Ok("yes".to_owned()));
    let large = "the request is larger than 4 bytes; send less";
    assert_eq!(tool.ask(post(&url, "fives")).await, Err(large.to_owned()));
    let with = |body: &str| Request { method: "get".to_owned(), ..post(&url, body) };
    assert_eq!(tool.ask(with("four")).await, refusal("a GET request has no body; use POST"));
    assert_eq!(tool.ask(with("")).await, Ok("yes".to_owned()));
    assert_eq!(server.lines(), ["POST / HTTP/1.1", "GET / HTTP/1.1"]);
    assert_eq!(FetchSettings::default().request_bytes_max, 1 << 20);
}

#[tokio::test]
async fn no_proxy_of_the_environment_is_asked() {
    if let Some(host) = child::told() {
        let url = format!("http://{host}/");
        assert_eq!(Tool::near(&[&host]).get(&url).await, Ok("direct".to_owned()));
        return;
    }
    let (server, proxy) = (Server::saying("direct").await, Server::saying("proxy").await);
    let url = proxy.url("");
    let names = ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"];
    let environment = names.map(|name| (name, url.as_str()));
    let test = "fetch::requests::no_proxy_of_the_environment_is_asked";
    child::again(test, &server.host(), &environment).await;
    assert_eq!(server.lines(), ["GET / HTTP/1.1"]);
    assert_eq!(proxy.lines(), Vec::<String>::new());
}
