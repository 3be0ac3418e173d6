//! Which entries a list takes, and which URLs they stand for.

use toolcrib_handlers::fetch::{BadHost, HostList};
use url::Url;

use super::tool::list;

#[track_caller]
fn assert_allows(entry: &str, urls: &[&str], others: &[&str]) {
    let list = list(&[entry]);
    for url in urls {
        assert!(list.allows(&Url::parse(url).unwrap()), "{entry} refuses {url}");
    }
    for url in others {
        assert!(!list.allows(&Url::parse(url).unwrap()), "{entry} allows {url}");
    }
}

#[test]
fn a_name_stands_for_itself_on_the_usual_ports() {
    assert_allows(
        "api.example.com",
        &[
            "https://api.example.com/a?b#c",
            "http://api.example.com",
            "https://api.example.com:443/",
            "https://API.Example.COM/",
            "https://api.example.com./",
        ],
        &[
            "https://example.com/",
            "https://a.api.example.com/",
            "https://api.example.com.evil.org/",
            "https://api.example.com:8443/",
            "http://api.example.com:443/",
            "https://api.example.com:80/",
            "https://api.example.com../",
            "https://evil.org/api.example.com",
            "https://api.example.com@evil.org/",
            "ftp://api.example.com/",
            "ws://api.example.com/",
            "wss://api.example.com/",
            "data:api.example.com",
        ],
    );
}

#[test]
fn a_port_stands_for_itself_alone() {
    assert_allows(
        "localhost:8080",
        &["http://localhost:8080/", "https://localhost:8080/", "http://LOCALHOST.:8080/"],
        &["http://localhost/", "http://localhost:8081/", "http://127.0.0.1:8080/"],
    );
    assert_allows(
        "example.com:443",
        &["https://example.com/", "http://example.com:443/"],
        &["http://example.com/"],
    );
}

#[test]
fn a_wildcard_stands_for_what_is_below() {
    assert_allows(
        "*.example.org",
        &["https://a.example.org/", "https://A.b.example.org./"],
        &[
            "https://example.org/",
            "https://.example.org/",
            "https://badexample.org/",
            "https://a.example.org.evil.com/",
            "https://a.example.org:8443/",
        ],
    );
    assert_allows(
        "*.example.org:8443",
        &["https://a.example.org:8443/"],
        &["https://a.example.org/"],
    );
}

#[test]
fn a_name_has_one_spelling() {
    let urls =
        &["https://bücher.example/", "https://BÜCHER.example/", "https://xn--bcher-kva.example/"];
    for entry in ["bücher.example", "Bücher.Example.", "xn--bcher-kva.example"] {
        assert_allows(entry, urls, &["https://bucher.example/"]);
    }
    assert_allows("*.bücher.example", &["https://a.xn--bcher-kva.example/"], urls);
    assert_allows("EXAMPLE.com.", &["https://example.com/"], &[]);
}

#[test]
fn an_address_has_one_spelling() {
    let urls = &["http://127.0.0.1/", "http://127.1/", "http://2130706433/", "http://0x7f.1/"];
    assert_allows("127.0.0.1", urls, &["http://localhost/", "http://[::1]/", "http://127.0.0.2/"]);
    let urls = &["http://[::1]:9000/", "http://[0:0:0:0:0:0:0:1]:9000/"];
    assert_allows("[::1]:9000", urls, &["http://[::1]/", "http://[::2]:9000/"]);
    assert_allows("[::0001]", &["http://[::1]/"], &[]);
}

#[test]
fn an_empty_list_allows_nothing() {
    assert!(HostList::default().is_empty());
    assert!(!HostList::default().allows(&Url::parse("https://example.com/").unwrap()));
    assert!(!list(&["example.com"]).is_empty());
}

#[test]
fn every_bad_entry_is_named_at_once() {
    let none = "it is not a host name such as `api.example.com`";
    let star = "a `*` stands at the beginning and before a dot, as in `*.example.org`";
    let port = "a port is a number from 1 to 65535";
    let space = "it has a space or a control character in it";
    let path = "a host, not a path: leave out what follows the host";
    let bracket = "an IPv6 address stands in brackets, as in `[::1]:9000`";
    let every = "it would allow every host; name the hosts that the tool needs";
    let url = "a host, not a URL: leave out `https://` and what follows the host";
    let long = format!("{}.com", "a".repeat(64));
    let cases = [
        ("", "it is empty; write a host such as `api.example.com`"),
        (" ", space),
        ("example.com ", space),
        ("exam\0ple.com", space),
        ("https://example.com", url),
        ("https://*", url),
        ("example.com/path", path),
        ("example.com?a", path),
        ("example.com#a", path),
        ("example.com\\a", path),
        ("user@example.com", "a host, without a user name or password"),
        ("*", every),
        ("*:80", every),
        ("*.com", "a wildcard needs two names after it, as in `*.example.com`, not `*.com`"),
        ("*.com.", "a wildcard needs two names after it, as in `*.example.com`, not `*.com`"),
        ("*.", none),
        ("*.*.com", star),
        ("*example.com", star),
        ("a.*.com", star),
        ("*.10.0.0.1", "a wildcard stands before a name, not before an address"),
        ("*.[::1]", "a wildcard stands before a name, not before an address"),
        ("example.com:", port),
        ("example.com:0", port),
        ("example.com:65536", port),
        ("example.com:+80", port),
        ("example.com:http", port),
        ("::1", bracket),
        ("a:b:80", bracket),
        ("[::1", bracket),
        ("[example.com]", none),
        ("[::1]x", none),
        ("2130706433", "an address is written in full: `127.0.0.1`"),
        ("0x7f.1:80", "an address is written in full: `127.0.0.1`"),
        ("256.0.0.1", none),
        ("ex%61mple.com", none),
        ("a..example.com", none),
        (".example.com", none),
        ("exa$mple.com", none),
        (long.as_str(), none),
    ];
    let mut entries = vec!["good.example.com"];
    entries.extend(cases.iter().map(|(entry, _)| entry));
    let bad: Vec<BadHost> = (1..)
        .zip(&cases)
        .map(|(index, (entry, why))| BadHost {
            index,
            entry: (*entry).to_owned(),
            why: (*why).to_owned(),
        })
        .collect();
    assert_eq!(HostList::parse(&entries).unwrap_err(), bad);
    assert_eq!(bad[0].to_string(), format!("`` is not a host: {}", cases[0].1));
}
