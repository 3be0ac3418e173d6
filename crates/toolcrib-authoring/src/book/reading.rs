//! One tool, as its definitions have it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::{Map, Value};
use toolcrib_core::compiled::CompiledSpec;
use toolcrib_core::spec::is_tool_id;
use toolcrib_core::{Limits, Problem, Spec};

use super::definitions::{Definitions, Place};
use super::tools::{POLICY, SCHEMAS, TOOL};
use super::{BookTool, severity};
use crate::document::Part;
use crate::finding::Finding;
use crate::rules::schema_problems;

/// Fields that say what a tool does to the world.
const EFFECTS: [&str; 4] = ["category", "sideEffects", "idempotent", "requiresConfirmation"];

/// Fields of a spec that a book says elsewhere.
const ELSEWHERE: [(&str, &str); 4] = [
    ("toolId", "the `title` of its definition"),
    ("description", "the `description` of its definition"),
    ("parameters", "its `Input`"),
    ("output", "its `Output`"),
];

/// One tool on its way out of the book.
pub(super) struct Reading<'a, 'b> {
    book: &'a Definitions<'b>,
    /// References that lead nowhere, whoever has them.
    dangling: &'a [Finding],
    name: String,
    place: Place,
    findings: Vec<Finding>,
    /// Where what a manifest would say stands in the book.
    parts: HashMap<&'static str, Schema>,
}

/// A schema of the tool: where it stands, and where its definitions do.
struct Schema {
    root: Place,
    definitions: BTreeMap<String, Place>,
}

impl<'a, 'b> Reading<'a, 'b> {
    pub(super) fn new(
        book: &'a Definitions<'b>,
        dangling: &'a [Finding],
        name: String,
        place: Place,
    ) -> Self {
        Self { book, dangling, name, place, findings: Vec::new(), parts: HashMap::new() }
    }

    pub(super) fn read(mut self, limits: &Limits) -> (BookTool, Place) {
        let mut manifest = self.policy();
        let said: BTreeSet<String> = manifest.keys().cloned().collect();
        let tool_id = self.tool_id();
        manifest.insert("toolId".to_owned(), tool_id.clone().into());
        match self.definition().get("description").cloned() {
            Some(description) => drop(manifest.insert("description".to_owned(), description)),
            None => self.add(
                &self.place.child("description"),
                Part::Key,
                Finding::error(
                    "",
                    format!("`{}` has no description", self.shown()),
                    "say in a sentence what the tool does and when to use it, for the model",
                ),
            ),
        }
        for (field, schema) in [("parameters", SCHEMAS[0]), ("output", SCHEMAS[1])] {
            if let Some(schema) = self.schema(field, schema) {
                manifest.insert(field.to_owned(), schema);
            }
        }
        self.close(&mut manifest);
        let (spec, mut problems) = Spec::read_what_can_be(&Value::Object(manifest));
        // It was said, or its definition is missing.
        problems.retain(|problem| problem.pointer != "/description");
        let could_be_read = problems.is_empty();
        problems.extend(match CompiledSpec::new(spec.clone(), "", &[], limits) {
            Ok(compiled) => compiled.warnings().to_vec(),
            Err(problems) => problems,
        });
        problems.extend(schema_problems(&spec));
        // What it does to the world is for its handler to say, where the book is silent.
        if !said.contains("sideEffects") {
            problems.retain(|problem| {
                let field = problem.pointer.split('/').nth(1).unwrap_or_default();
                !EFFECTS.contains(&field) || (problem.is_error() && said.contains(field))
            });
        }
        self.add_problems(problems);
        let is_whole = could_be_read && !self.findings.iter().any(Finding::is_error);
        let tool = BookTool {
            file: self.book.file_name(self.place.file).to_owned(),
            spec: is_whole.then_some(spec),
            said,
            findings: self.findings,
            name: self.name,
            tool_id,
        };
        (tool, self.place)
    }

    fn definition(&self) -> Map<String, Value> {
        self.book.value(&self.place).and_then(Value::as_object).cloned().unwrap_or_default()
    }

    /// What messages call it.
    fn shown(&self) -> String {
        match self.place.pointer.is_empty() {
            true => self.name.clone(),
            false => format!("{TOOL}{}", self.name),
        }
    }

    /// What stands under `x-tool`.
    fn policy(&mut self) -> Map<String, Value> {
        let place = self.place.child(POLICY);
        let mut fields = match self.definition().remove(POLICY) {
            None => return Map::new(),
            Some(Value::Object(fields)) => fields,
            Some(_) => {
                let help = "write fields of a tool, such as `sideEffects: read_only`, under it";
                let finding = Finding::error("", "`x-tool` must be an object", help);
                self.add(&place, Part::Key, finding);
                return Map::new();
            }
        };
        for (field, where_it_is) in ELSEWHERE {
            if fields.remove(field).is_some() {
                let message = format!("`{field}` is said by {where_it_is}, not here");
                let finding = Finding::error("", message, "take it out");
                self.add(&place.child(field), Part::Key, finding);
            }
        }
        fields
    }

    fn tool_id(&mut self) -> String {
        let place = self.place.child("title");
        match self.definition().get("title") {
            None => snake_case(&self.name),
            Some(Value::String(title)) if is_tool_id(title) => title.clone(),
            Some(title) => {
                let shown = title.as_str().map_or_else(|| title.to_string(), str::to_owned);
                let message = format!("`{shown}` cannot be the name of a tool");
                let help = format!(
                    "write the name that a model calls, such as `{}`; a title for people goes \
                     under `x-tool`",
                    snake_case(&self.name)
                );
                self.add(&place, Part::Value, Finding::error("", message, help));
                snake_case(&self.name)
            }
        }
    }

    /// One of its schemas, with everything that it reaches.
    fn schema(&mut self, field: &'static str, (end, member): (&str, &str)) -> Option<Value> {
        let own = self.place.child("properties").child(member);
        let place = match self.book.value(&own) {
            Some(_) => Some(own),
            None => self.book.named(self.place.file, &format!("{}{end}", self.shown())),
        };
        let Some(place) = place else {
            let name = self.shown();
            let message = format!("`{name}` has no `{name}{end}`");
            let help = match end {
                "Input" => format!("define `{name}{end}`: an object with the tool's parameters"),
                _ => format!("define `{name}{end}`: what the tool answers"),
            };
            self.add(&self.place.clone(), Part::Key, Finding::error("", message, help));
            return None;
        };
        let Some(root) = self.book.resolved(place.clone()) else {
            let message = format!("the `{member}` of `{}` leads nowhere", self.shown());
            let help = "refer to a definition that says what it is";
            self.add(&place.child("$ref"), Part::Value, Finding::error("", message, help));
            return None;
        };
        let (schema, definitions) = self.book.carry(&root);
        self.parts.insert(field, Schema { root, definitions });
        Some(schema)
    }

    /// A schema that says nothing about unknown arguments refuses them, and says so.
    fn close(&mut self, manifest: &mut Map<String, Value>) {
        const INDIRECT: [&str; 4] = ["allOf", "anyOf", "oneOf", "$ref"];
        let Some(Value::Object(parameters)) = manifest.get_mut("parameters") else { return };
        let says = |key: &str| parameters.contains_key(key);
        if says("unevaluatedProperties") {
            return;
        }
        let Some(place) = self.parts.get("parameters").map(|part| part.root.clone()) else {
            return;
        };
        let finding = match parameters.get("additionalProperties") {
            Some(Value::Bool(false)) => return,
            Some(_) => Finding::error(
                "",
                "the parameters of a tool must say `additionalProperties: false`",
                "write false, so that arguments which a model made up are refused",
            ),
            None => {
                if !INDIRECT.iter().any(|keyword| says(keyword)) {
                    parameters.insert("additionalProperties".to_owned(), false.into());
                }
                let message =
                    "the parameters say nothing about unknown arguments: those are refused";
                let severity = crate::FindingSeverity::Warning;
                Finding::new(severity, "", message, "add `additionalProperties: false`")
            }
        };
        self.add(&place.child("additionalProperties"), Part::Key, finding);
    }

    /// Problems of the manifest, at their places in the book.
    fn add_problems(&mut self, problems: Vec<Problem>) {
        for problem in problems {
            let (place, part) = self.place_of(&problem.pointer);
            let level = severity(&problem);
            let known = |finding: &Finding| finding.pointer == place.pointer;
            if self.findings.iter().any(known) {
                continue;
            }
            let finding = Finding::new(level, "", problem.message, problem.help);
            self.add(&place, part, finding);
        }
    }

    /// Where something of the manifest stands in the book.
    fn place_of(&self, pointer: &str) -> (Place, Part) {
        let mut segments = pointer.splitn(3, '/').skip(1);
        let (field, below) = (segments.next().unwrap_or_default(), segments.next());
        let below = below.map_or_else(String::new, |below| format!("/{below}"));
        if let Some(part) = self.parts.get(field) {
            if let Some(inside) = below.strip_prefix("/$defs/") {
                let (name, rest) = inside.split_once('/').unwrap_or((inside, ""));
                let rest = if rest.is_empty() { String::new() } else { format!("/{rest}") };
                if let Some(place) = part.definitions.get(name) {
                    let pointer = format!("{}{rest}", place.pointer);
                    return (Place { file: place.file, pointer }, Part::Value);
                }
            }
            let pointer = format!("{}{below}", part.root.pointer);
            return (Place { file: part.root.file, pointer }, Part::Value);
        }
        match field {
            "" => (self.place.clone(), Part::Key),
            "toolId" => (self.place.child("title"), Part::Value),
            "description" => (self.place.child("description"), Part::Value),
            field => {
                let is_known = Spec::FIELDS.contains(&field);
                let pointer = format!("{}{below}", self.place.child(POLICY).child(field).pointer);
                let part = if is_known { Part::Value } else { Part::Key };
                (Place { file: self.place.file, pointer }, part)
            }
        }
    }

    fn add(&mut self, place: &Place, part: Part, finding: Finding) {
        let finding = self.book.at(place, part, finding);
        // What is known of a reference says more than what follows from it.
        let known =
            |known: &&Finding| known.pointer == finding.pointer && known.file == finding.file;
        let known = self.dangling.iter().find(known).cloned();
        self.findings.push(known.unwrap_or(finding));
    }
}

/// `RobotCreate` as `robot_create`, `KBSearch` as `kb_search`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let letters: Vec<char> = name.chars().collect();
    for (index, letter) in letters.iter().enumerate() {
        let after_small = index > 0 && !letters[index - 1].is_uppercase();
        let before_small = letters.get(index + 1).is_some_and(|next| next.is_lowercase());
        if letter.is_uppercase()
            && index > 0
            && (after_small || before_small)
            && !snake.ends_with('_')
        {
            snake.push('_');
        }
        match letter {
            letter if letter.is_alphanumeric() => snake.extend(letter.to_lowercase()),
            _ => snake.push('_'),
        }
    }
    snake
}
