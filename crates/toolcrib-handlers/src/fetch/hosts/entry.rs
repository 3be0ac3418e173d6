//! One entry of a list of hosts.

use url::{Host, Url};

use crate::why::Why;

/// How long a name may be, and each of its labels.
const NAME_BYTES_MAX: usize = 253;
const LABEL_BYTES_MAX: usize = 63;

#[derive(Debug)]
pub(super) struct Entry {
    name: Name,
    port: Option<u16>,
}

#[derive(Debug)]
enum Name {
    /// This host alone.
    Exactly(Host),
    /// Every name that ends in this text, which begins with a dot.
    Below(String),
}

impl Entry {
    /// Reads an entry, or says what is wrong with it.
    pub(super) fn parse(text: &str) -> Result<Self, Why> {
        check_shape(text)?;
        let (host, port) = split_port(text)?;
        let name = match host.strip_prefix("*.") {
            Some(base) => Name::Below(parse_base(base)?),
            None => Name::Exactly(parse_host(host)?),
        };
        Ok(Self { name, port })
    }

    pub(super) fn allows(&self, url: &Url) -> bool {
        let usual = match url.scheme() {
            "http" => 80,
            "https" => 443,
            _ => return false,
        };
        url.port().unwrap_or(usual) == self.port.unwrap_or(usual) && self.covers(url.host())
    }

    fn covers(&self, host: Option<Host<&str>>) -> bool {
        match (&self.name, host) {
            (Name::Exactly(Host::Domain(name)), Some(Host::Domain(host))) => bare(host) == name,
            (Name::Exactly(Host::Ipv4(address)), Some(Host::Ipv4(host))) => host == *address,
            (Name::Exactly(Host::Ipv6(address)), Some(Host::Ipv6(host))) => host == *address,
            (Name::Below(end), Some(Host::Domain(host))) => {
                bare(host).strip_suffix(end.as_str()).is_some_and(|below| !below.is_empty())
            }
            _ => false,
        }
    }
}

/// A name without the dot that may end it.
fn bare(host: &str) -> &str {
    host.strip_suffix('.').unwrap_or(host)
}

/// Says in plain words what people write instead of a host.
fn check_shape(text: &str) -> Result<(), Why> {
    let why = if text.is_empty() {
        "it is empty; write a host such as `api.example.com`"
    } else if text.contains(|c: char| c.is_whitespace() || c.is_control()) {
        "it has a space or a control character in it"
    } else if text.contains("://") {
        "a host, not a URL: leave out `https://` and what follows the host"
    } else if text.contains('@') {
        "a host, without a user name or password"
    } else if text.contains(['/', '\\', '?', '#']) {
        "a host, not a path: leave out what follows the host"
    } else if text == "*" || text.starts_with("*:") {
        "it would allow every host; name the hosts that the tool needs"
    } else if text.strip_prefix("*.").unwrap_or(text).contains('*') {
        "a `*` stands at the beginning and before a dot, as in `*.example.org`"
    } else {
        return Ok(());
    };
    Err(why.into())
}

/// Divides `host:port`; an IPv6 address keeps its brackets.
fn split_port(text: &str) -> Result<(&str, Option<u16>), Why> {
    // The colons inside of brackets belong to the address.
    let end_of_address = text.rfind(']').map_or(0, |at| at + 1);
    let Some(colon) = text[end_of_address..].find(':').map(|at| end_of_address + at) else {
        return Ok((text, None));
    };
    let (host, port) = (&text[..colon], &text[colon + 1..]);
    if port.contains(':') {
        return Err("an IPv6 address stands in brackets, as in `[::1]:9000`".into());
    }
    let is_number = !port.is_empty() && port.bytes().all(|c| c.is_ascii_digit());
    match port.parse() {
        Ok(port) if is_number && port > 0 => Ok((host, Some(port))),
        _ => Err("a port is a number from 1 to 65535".into()),
    }
}

/// Reads what follows `*.`, and gives it with its dot.
fn parse_base(base: &str) -> Result<String, Why> {
    match parse_host(base)? {
        Host::Domain(name) if name.contains('.') => Ok(format!(".{name}")),
        Host::Domain(name) => Err(Why(format!(
            "a wildcard needs two names after it, as in `*.example.{name}`, not `*.{name}`"
        ))),
        Host::Ipv4(_) | Host::Ipv6(_) => {
            Err("a wildcard stands before a name, not before an address".into())
        }
    }
}

/// Reads a host as a URL's host is read, but takes only what is written plainly.
fn parse_host(text: &str) -> Result<Host, Why> {
    let unreadable = || Why::from("it is not a host name such as `api.example.com`");
    if text.contains('%') {
        return Err(unreadable());
    }
    match Host::parse(bare(text)).map_err(|_| unreadable())? {
        Host::Domain(name) if is_name(&name) => Ok(Host::Domain(name)),
        Host::Domain(_) => Err(unreadable()),
        // `2130706433` and `0x7f.1` mean `127.0.0.1`; whoever reviews a list should see that.
        Host::Ipv4(address) if address.to_string() != text => {
            Err(format!("an address is written in full: `{address}`").into())
        }
        address => Ok(address),
    }
}

fn is_name(name: &str) -> bool {
    let is_label = |label: &str| {
        (1..=LABEL_BYTES_MAX).contains(&label.len())
            && label.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_'))
    };
    name.len() <= NAME_BYTES_MAX && name.split('.').all(is_label)
}
