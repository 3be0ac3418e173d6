//! Reads a manifest: JSON from a stranger becomes a spec.
//!
//! Asks only for what every source must say, and reports every fault at once,
//! each at its place. Whether the words make sense together is not its
//! business ([`Spec::problems`] sees to that). Start at [`Spec::read`].

use serde_json::{Map, Value};

use super::problems::shown;
use super::{Mode, Problem, Spec, UnknownWord, Version};
use crate::names;
use crate::pointer::child;
use crate::prepare::words::kind_of;

/// Unknown fields that are named; a stranger can send any number.
const UNKNOWN_MAX: usize = 20;

impl Spec {
    /// Every field of a manifest, in the order in which people write them.
    pub const FIELDS: [&str; 22] = [
        "toolId",
        "version",
        "title",
        "description",
        "category",
        "group",
        "sideEffects",
        "idempotent",
        "requiresConfirmation",
        "allowedModes",
        "latencyBudgetMs",
        "timeoutMs",
        "parameters",
        "output",
        "tags",
        "aliases",
        "examples",
        "enabled",
        "unknownArguments",
        "coerce",
        "uses",
        "hosts",
    ];

    /// Reads a manifest.
    ///
    /// # Errors
    ///
    /// Everything that keeps it from being read.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolcrib_core::Spec;
    ///
    /// let problems = Spec::read(&json!({ "toolId": "x", "idempotnet": true })).unwrap_err();
    /// let said: Vec<String> = problems.iter().map(ToString::to_string).collect();
    /// assert_eq!(
    ///     said,
    ///     [
    ///         "/idempotnet: there is no field `idempotnet` (did you mean `idempotent`?)",
    ///         "/description: `description` is missing (say in a sentence what the tool does and when to use it)",
    ///     ]
    /// );
    /// ```
    pub fn read(manifest: &Value) -> Result<Self, Vec<Problem>> {
        match Self::read_what_can_be(manifest) {
            (spec, problems) if problems.is_empty() => Ok(spec),
            (_, problems) => Err(problems),
        }
    }

    /// Reads a manifest as far as that goes: a field that cannot be read has
    /// its default in the spec and its problem in the list.
    ///
    /// It serves those who want to say everything about a broken manifest,
    /// also what is wrong with the schemas in it.
    pub fn read_what_can_be(manifest: &Value) -> (Self, Vec<Problem>) {
        let Value::Object(fields) = manifest else {
            let message = format!("a manifest must be an object, but is {}", kind_of(manifest));
            let help = "write `{ \"toolId\": …, \"description\": …, … }`";
            return (Self::new("", ""), vec![Problem::error("", message, help)]);
        };
        let mut reader = Reader { fields, problems: Vec::new() };
        reader.refuse_unknown();
        let spec = reader.spec();
        (spec, reader.problems)
    }
}

struct Reader<'a> {
    fields: &'a Map<String, Value>,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn spec(&mut self) -> Spec {
        let new = Spec::new("", "");
        Spec {
            tool_id: self.required_text("toolId", "give the tool an id, such as `kb_search`"),
            version: self.version().unwrap_or(new.version),
            title: self.text("title"),
            description: self.required_text(
                "description",
                "say in a sentence what the tool does and when to use it",
            ),
            category: self.word("category"),
            group: self.text("group"),
            side_effects: self.word("sideEffects").unwrap_or(new.side_effects),
            idempotent: self.flag("idempotent").unwrap_or(new.idempotent),
            requires_confirmation: self
                .flag("requiresConfirmation")
                .unwrap_or(new.requires_confirmation),
            allowed_modes: self.modes().unwrap_or(new.allowed_modes),
            latency_budget_ms: self.millis("latencyBudgetMs").unwrap_or(new.latency_budget_ms),
            timeout_ms: self.millis("timeoutMs").unwrap_or(new.timeout_ms),
            parameters: self.fields.get("parameters").cloned().unwrap_or(new.parameters),
            output: self.fields.get("output").cloned(),
            tags: self.texts("tags"),
            aliases: self.texts("aliases"),
            examples: self.list("examples").cloned().unwrap_or_default(),
            enabled: self.flag("enabled").unwrap_or(new.enabled),
            unknown_arguments: self.word("unknownArguments").unwrap_or(new.unknown_arguments),
            coerce: self.flag("coerce").unwrap_or(new.coerce),
            uses: self.texts("uses"),
            hosts: self.texts("hosts"),
        }
    }

    fn refuse_unknown(&mut self) {
        let unknown = self.fields.keys().filter(|name| !Spec::FIELDS.contains(&name.as_str()));
        for name in unknown.take(UNKNOWN_MAX) {
            let help = match names::nearest(name, Spec::FIELDS).first() {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    "take it out; for words of your own there are `group`, `tags` and the guide"
                        .to_owned()
                }
            };
            let message = format!("there is no field `{}`", shown(name));
            self.problems.push(Problem::error(child("", name), message, help));
        }
    }

    fn fault(&mut self, name: &str, message: String, help: &str) {
        self.problems.push(Problem::error(child("", name), message, help));
    }

    fn wrong_type(&mut self, name: &str, wanted: &str, value: &Value, help: &str) {
        let message = format!("`{name}` must be {wanted}, but is {}", kind_of(value));
        self.fault(name, message, help);
    }

    fn required_text(&mut self, name: &str, help: &str) -> String {
        if !self.fields.contains_key(name) {
            self.fault(name, format!("`{name}` is missing"), help);
        }
        self.text(name).unwrap_or_default()
    }

    fn text(&mut self, name: &str) -> Option<String> {
        match self.fields.get(name)? {
            Value::String(text) => Some(text.clone()),
            other => {
                self.wrong_type(name, "a string", other, "put it in quotes");
                None
            }
        }
    }

    fn flag(&mut self, name: &str) -> Option<bool> {
        match self.fields.get(name)? {
            Value::Bool(flag) => Some(*flag),
            other => {
                let help = "write true or false, without quotes";
                self.wrong_type(name, "true or false", other, help);
                None
            }
        }
    }

    fn version(&mut self) -> Option<Version> {
        let text = self.text("version")?;
        let version = Version::parse(&text);
        if version.is_err() {
            let message = format!("`{}` is not a semantic version", shown(&text));
            self.fault("version", message, "write major.minor.patch, such as `1.0.0`");
        }
        version.ok()
    }

    /// A positive whole number of milliseconds.
    fn millis(&mut self, name: &str) -> Option<u64> {
        let value = self.fields.get(name)?;
        let help = "give a positive whole number of milliseconds, such as 1000";
        match value.as_u64() {
            Some(0) => self.fault(name, format!("`{name}` must not be zero"), help),
            Some(millis) => return Some(millis),
            None if value.is_number() => {
                let message = format!("`{name}` must be a positive whole number, but is {value}");
                self.fault(name, message, help);
            }
            None => self.wrong_type(name, "a positive whole number", value, help),
        }
        None
    }

    fn word<T: std::str::FromStr<Err = UnknownWord>>(&mut self, name: &str) -> Option<T> {
        let text = self.text(name)?;
        self.one_word(name, child("", name), &text)
    }

    fn one_word<T: std::str::FromStr<Err = UnknownWord>>(
        &mut self,
        name: &str,
        pointer: String,
        text: &str,
    ) -> Option<T> {
        match text.parse() {
            Ok(word) => Some(word),
            Err(UnknownWord { known, .. }) => {
                let message = format!("`{}` is not a value of `{name}`", shown(text));
                let all = listed(known);
                let help = match names::nearest(text, known.iter().copied()).first() {
                    Some(near) => format!("did you mean `{near}`? It can be {all}"),
                    None => format!("write {all}"),
                };
                self.problems.push(Problem::error(pointer, message, help));
                None
            }
        }
    }

    fn list(&mut self, name: &str) -> Option<&Vec<Value>> {
        match self.fields.get(name)? {
            Value::Array(items) => Some(items),
            other => {
                self.wrong_type(name, "a list", other, "put it in square brackets");
                None
            }
        }
    }

    fn texts(&mut self, name: &str) -> Vec<String> {
        self.texts_at(name).into_iter().map(|(_, text)| text).collect()
    }

    /// The texts of a list, each with its place.
    fn texts_at(&mut self, name: &str) -> Vec<(String, String)> {
        let items = self.list(name).cloned().unwrap_or_default();
        let mut texts = Vec::new();
        for (index, item) in items.into_iter().enumerate() {
            let pointer = format!("/{name}/{index}");
            match item {
                Value::String(text) => texts.push((pointer, text)),
                other => {
                    let kind = kind_of(&other);
                    let message = format!("every item of `{name}` must be a string, not {kind}");
                    self.problems.push(Problem::error(pointer, message, "put it in quotes"));
                }
            }
        }
        texts
    }

    /// The modes, each said once. `None` when none of them can be read.
    fn modes(&mut self) -> Option<Vec<Mode>> {
        let name = "allowedModes";
        self.list(name)?;
        let faults_before = self.problems.len();
        let mut modes: Vec<Mode> = Vec::new();
        for (pointer, text) in self.texts_at(name) {
            match self.one_word::<Mode>(name, pointer.clone(), &text) {
                Some(mode) if modes.contains(&mode) => {
                    let message = format!("`{mode}` is listed twice");
                    self.problems.push(Problem::error(pointer, message, "say it once"));
                }
                Some(mode) => modes.push(mode),
                None => {}
            }
        }
        (faults_before == self.problems.len() || !modes.is_empty()).then_some(modes)
    }
}

/// Words that somebody can choose from.
fn listed(names: &[&str]) -> String {
    match names {
        [rest @ .., last] if !rest.is_empty() => format!("`{}` or `{last}`", rest.join("`, `")),
        names => names.iter().map(|name| format!("`{name}`")).collect(),
    }
}

#[cfg(test)]
mod tests;
