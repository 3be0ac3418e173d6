//! One server as another program has it.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::Finding;
use super::placeholder::{Unsupported, translate};
use crate::config::{Secret, Upstream};

/// Settings that would matter and have nothing here that does the same, and what
/// to do instead.
const NOT_HERE: [(&str, &str); 4] =
    [("auth", HEADERS), ("envFile", VARIABLES), ("env_file", VARIABLES), ("oauth", HEADERS)];
const HEADERS: &str = "put a token under `headers`";
const VARIABLES: &str = "name its variables under `env`, as NAME = \"${NAME}\"";

/// A server, or nothing where it cannot be taken over.
pub(super) fn read(
    place: &str,
    server: &str,
    entry: &Value,
    findings: &mut Vec<Finding>,
) -> Option<Upstream> {
    let before = findings.len();
    let (server, place) = (server.to_owned(), place.to_owned());
    let mut reading = Reading { server, place, findings, is_broken: false };
    let upstream = reading.upstream(entry);
    let is_broken = reading.is_broken;
    debug_assert!(!is_broken || findings.len() > before, "what is left out is said");
    upstream.filter(|_| !is_broken)
}

struct Reading<'a> {
    server: String,
    place: String,
    findings: &'a mut Vec<Finding>,
    /// Whether something without which the server would not be the same is missing.
    is_broken: bool,
}

impl Reading<'_> {
    fn upstream(&mut self, entry: &Value) -> Option<Upstream> {
        // Continue has had the way one level deeper.
        let entry = entry.get("transport").filter(|inner| inner.is_object()).unwrap_or(entry);
        let Some(entry) = entry.as_object() else {
            self.broken("", "this is not an object");
            return None;
        };
        for (key, instead) in NOT_HERE.iter().filter(|(key, _)| entry.contains_key(*key)) {
            self.find(key, &format!("`{key}` is not taken over; {instead}"));
        }
        let mut upstream = Upstream {
            enabled: entry.get("disabled") != Some(&Value::Bool(true))
                && entry.get("enabled") != Some(&Value::Bool(false)),
            tools: self.names(entry, &["enabled_tools", "includeTools"]),
            hide: self
                .names(entry, &["disabled_tools", "disabledTools", "excludeTools"])
                .unwrap_or_default(),
            ..Upstream::default()
        };
        let seconds = |key: &str| entry.get(key)?.as_f64().filter(|seconds| *seconds > 0.0);
        for (key, limit) in [
            ("tool_timeout_sec", &mut upstream.timeout_ms),
            ("startup_timeout_sec", &mut upstream.connect_timeout_ms),
        ] {
            if let Some(seconds) = seconds(key) {
                // Far beyond what anybody waits for; it fits.
                *limit = (seconds.min(86_400.0) * 1000.0) as u64;
            }
        }
        let url = ["url", "serverUrl", "httpUrl"].into_iter().find(|key| entry.contains_key(*key));
        let kind = entry.get("type").and_then(Value::as_str);
        match (kind.map(str::to_ascii_lowercase).as_deref(), entry.get("command"), url) {
            (Some("sse"), ..) => {
                self.broken("type", "servers of the earlier HTTP+SSE transport are not supported");
            }
            (_, Some(Value::Object(command)), _) => self.command(command, "path", &mut upstream),
            (_, Some(_), _) => self.command(entry, "command", &mut upstream),
            (_, None, Some(key)) => self.http(entry, key, &mut upstream),
            (_, None, None) => {
                self.broken("", "it has neither a command nor an address");
            }
        }
        Some(upstream)
    }

    fn command(&mut self, entry: &Map<String, Value>, key: &str, upstream: &mut Upstream) {
        upstream.command = self.text(entry, key);
        if upstream.command.is_none() {
            self.broken(key, "this is not a command");
        }
        let args = entry.get("args").and_then(Value::as_array).into_iter().flatten();
        for (index, arg) in args.enumerate() {
            upstream.args.extend(self.value(&format!("args/{index}"), arg));
        }
        upstream.env = self.secrets(entry, "env");
        for name in self.names(entry, &["env_vars"]).unwrap_or_default() {
            upstream.env.insert(name.clone(), Secret::from(format!("${{{name}}}")));
        }
        upstream.cwd = self.text(entry, "cwd").map(Into::into);
    }

    fn http(&mut self, entry: &Map<String, Value>, key: &str, upstream: &mut Upstream) {
        upstream.url = self.text(entry, key);
        if upstream.url.is_none() {
            self.broken(key, "this is not an address");
        }
        for key in ["headers", "http_headers"] {
            upstream.headers.append(&mut self.secrets(entry, key));
        }
        if let Some(Value::Object(options)) = entry.get("requestOptions") {
            upstream.headers.append(&mut self.secrets(options, "headers"));
        }
        if let Some(Value::Object(variables)) = entry.get("env_http_headers") {
            for (header, variable) in variables {
                let value = Secret::from(format!("${{{}}}", variable.as_str().unwrap_or_default()));
                upstream.headers.insert(header.clone(), value);
            }
        }
        if let Some(variable) = self.text(entry, "bearer_token_env_var") {
            let value = Secret::from(format!("Bearer ${{{variable}}}"));
            upstream.headers.insert("Authorization".to_owned(), value);
        }
    }

    fn text(&mut self, entry: &Map<String, Value>, key: &str) -> Option<String> {
        self.value(key, entry.get(key).filter(|value| value.is_string())?)
    }

    fn secrets(&mut self, entry: &Map<String, Value>, key: &str) -> BTreeMap<String, Secret> {
        let values = entry.get(key).and_then(Value::as_object).into_iter().flatten();
        let read = values.filter_map(|(name, value)| {
            let value = self.value(&format!("{key}/{}", super::escaped(name)), value)?;
            Some((name.clone(), Secret::from(value)))
        });
        read.collect()
    }

    /// A list of names under the first of these keys that is there.
    fn names(&mut self, entry: &Map<String, Value>, keys: &[&str]) -> Option<Vec<String>> {
        let names = keys.iter().find_map(|key| entry.get(*key)?.as_array())?;
        Some(names.iter().filter_map(|name| Some(name.as_str()?.to_owned())).collect())
    }

    /// A value as a text, in our words.
    fn value(&mut self, key: &str, value: &Value) -> Option<String> {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(_) | Value::Bool(_) => value.to_string(),
            _ => {
                self.broken(key, "this is not a text");
                return None;
            }
        };
        match translate(&text) {
            Ok(text) => Some(text),
            Err(Unsupported(placeholder)) => {
                let instead = match placeholder.starts_with("${input:") {
                    true => "write `${NAME}` for a variable of the environment in its place",
                    false => "write in its place what it stands for",
                };
                let message =
                    format!("`{placeholder}` is filled in by the other program only; {instead}");
                self.broken(key, &message);
                None
            }
        }
    }

    fn find(&mut self, key: &str, message: &str) {
        let place =
            if key.is_empty() { self.place.clone() } else { format!("{}/{key}", self.place) };
        let server = self.server.clone();
        self.findings.push(Finding { server, place, message: message.to_owned() });
    }

    fn broken(&mut self, key: &str, message: &str) {
        self.is_broken = true;
        self.find(key, message);
    }
}
