//! The way to a server: what was written, with every variable's value in it.

use std::path::PathBuf;

use http::{HeaderMap, HeaderName, HeaderValue};
use reqwest::Url;

use super::Upstream;
use super::error::ConfigError;
use super::secret::expand;
use crate::text::Secrets;

/// Headers that the protocol has for itself.
const RESERVED: [&str; 4] = ["accept", "last-event-id", "mcp-protocol-version", "mcp-session-id"];

/// The way to a server. It has no `Debug`, because it has the secrets.
pub(crate) enum Way {
    Stdio(StdioWay),
    Http(HttpWay),
}

pub(crate) struct StdioWay {
    pub(crate) command: String,
    pub(crate) args: Vec<String>,
    pub(crate) env: Vec<(String, String)>,
    pub(crate) cwd: Option<PathBuf>,
}

pub(crate) struct HttpWay {
    pub(crate) url: Url,
    pub(crate) headers: HeaderMap,
}

impl Way {
    /// How people are told where it leads; arguments, paths and queries may be
    /// secrets.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Stdio(way) => format!("stdio: {}", way.command),
            Self::Http(way) => format!("http: {}", way.url.origin().ascii_serialization()),
        }
    }
}

impl Upstream {
    /// The way to the server, and what must not be shown of it.
    pub(crate) fn way(
        &self,
        server: &str,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<(Way, Secrets), ConfigError> {
        let resolving = &mut Resolving { server, variable, secrets: Secrets::default() };
        if self.timeout_ms == 0 || self.connect_timeout_ms == 0 {
            return Err(resolving.unusable("timeout_ms", "the time must not be zero"));
        }
        let way = match (&self.command, &self.url) {
            (Some(command), None) => Way::Stdio(self.stdio(command, resolving)?),
            (None, Some(url)) => Way::Http(self.http(url, resolving)?),
            (None, None) => return Err(ConfigError::NoWay { server: server.to_owned() }),
            (Some(_), Some(_)) => return Err(ConfigError::TwoWays { server: server.to_owned() }),
        };
        Ok((way, std::mem::take(&mut resolving.secrets)))
    }

    fn stdio(&self, command: &str, to: &mut Resolving<'_>) -> Result<StdioWay, ConfigError> {
        if command.trim().is_empty() {
            return Err(to.unusable("command", "it is empty"));
        }
        let args = self.args.iter().enumerate();
        let args = args.map(|(index, arg)| to.value(&format!("args.{index}"), arg));
        let args = args.collect::<Result<_, _>>()?;
        let mut env = Vec::new();
        for (name, value) in &self.env {
            let field = format!("env.{name}");
            if name.is_empty() || name.contains(['=', '\0']) {
                return Err(to.unusable(&field, "no variable has such a name"));
            }
            env.push((name.clone(), to.secret(&field, value.expose())?));
        }
        Ok(StdioWay { command: command.to_owned(), args, env, cwd: self.cwd.clone() })
    }

    fn http(&self, url: &str, to: &mut Resolving<'_>) -> Result<HttpWay, ConfigError> {
        let url = to.value("url", url)?;
        let url = Url::parse(&url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let why = "an address begins with https:// or http://";
        let url = url.ok_or_else(|| to.unusable("url", why))?;
        let mut headers = HeaderMap::new();
        for (name, value) in &self.headers {
            let field = format!("headers.{name}");
            let header = HeaderName::from_bytes(name.as_bytes())
                .map_err(|_| to.unusable(&field, "no header has such a name"))?;
            if RESERVED.contains(&header.as_str()) {
                return Err(to.unusable(&field, "the protocol has this header for itself"));
            }
            let mut value = HeaderValue::from_str(&to.secret(&field, value.expose())?)
                .map_err(|_| to.unusable(&field, "it has characters that no header takes"))?;
            value.set_sensitive(true);
            headers.insert(header, value);
        }
        Ok(HttpWay { url, headers })
    }
}

struct Resolving<'a> {
    server: &'a str,
    variable: &'a dyn Fn(&str) -> Option<String>,
    secrets: Secrets,
}

impl Resolving<'_> {
    fn value(&mut self, field: &str, text: &str) -> Result<String, ConfigError> {
        let secrets = &mut self.secrets;
        expand(text, self.variable, |value| secrets.add(value)).map_err(|missing| {
            ConfigError::MissingVariable {
                server: self.server.to_owned(),
                field: field.to_owned(),
                variable: missing.0,
            }
        })
    }

    fn secret(&mut self, field: &str, text: &str) -> Result<String, ConfigError> {
        let value = self.value(field, text)?;
        self.secrets.add(&value);
        Ok(value)
    }

    fn unusable(&self, field: &str, why: &'static str) -> ConfigError {
        ConfigError::Unusable { server: self.server.to_owned(), field: field.to_owned(), why }
    }
}
