//! Which tools exist.

use std::sync::Arc;

use serde_json::json;
use toolcrib::registry::{Loaded, RegisterError};
use toolcrib::source::NativeTools;
use toolcrib::{
    Answer, Category, Context, Filter, Problem, Registry, SideEffects, Spec, Tool, ToolError,
    ValidCall, VersionHash, async_trait,
};

use crate::tools::{Made, harmless, registry_of};

fn ids(registry: &Registry, filter: &Filter<'_>) -> Vec<String> {
    registry.list(filter).iter().map(|entry| entry.spec().tool_id.clone()).collect()
}

fn all(registry: &Registry) -> Vec<String> {
    ids(registry, &Filter::default())
}

#[test]
fn tools_are_found_by_id_and_alias_and_listed_by_id() {
    let mut searcher = Made::echo("kb_search");
    searcher.spec.aliases = vec!["find".into()];
    let registry = registry_of([searcher, Made::echo("add")]);
    assert_eq!(all(&registry), ["add", "kb_search"]);
    assert_eq!(registry.get("find").unwrap().spec().tool_id, "kb_search");
    assert!(registry.get("nothing").is_none());
}

#[test]
fn a_taken_name_is_refused_and_both_owners_are_named() {
    let mut first = Made::echo("first");
    first.spec.aliases = vec!["shared".into()];
    let registry = registry_of([first]);
    let mut by_alias = Made::echo("second");
    by_alias.spec.aliases = vec!["shared".into()];
    for (tool, name, refused) in [
        (Made::echo("first"), "first", "first"),
        (Made::echo("shared"), "shared", "shared"),
        (by_alias, "shared", "second"),
    ] {
        let Err(RegisterError::Taken(taken)) = registry.register(tool) else {
            panic!("`{name}` was given away twice");
        };
        assert_eq!(
            taken.to_string(),
            format!(
                "`{name}` is taken: `{refused}` of source `native` cannot have it, \
                 because `first` of source `native` does"
            )
        );
    }
    assert_eq!(all(&registry), ["first"]);
}

#[test]
fn many_tools_come_all_or_not_at_all() {
    let registry = registry_of([Made::echo("old")]);
    let tools = |ids: &[&str]| -> Vec<Arc<dyn Tool>> {
        ids.iter().map(|id| Arc::new(Made::echo(id)) as Arc<dyn Tool>).collect()
    };
    assert!(registry.register_all(tools(&["a", "b", "old"])).is_err());
    assert_eq!(all(&registry), ["old"]);
    assert_eq!(registry.register_all(tools(&["a", "b"])).unwrap().len(), 2);
    assert_eq!(all(&registry), ["a", "b", "old"]);
}

#[test]
fn an_invalid_spec_is_refused_with_every_reason() {
    let bad = Spec { timeout_ms: 0, description: String::new(), ..harmless("Bad Id") };
    let error = Registry::new().register(Made::new(bad, |_, _| unreachable!())).unwrap_err();
    let text = error.to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert_eq!(lines[0], "the tool `Bad Id` cannot be registered:");
}

#[test]
fn tools_leave_by_name_by_source_or_all_at_once() {
    let mut tool = Made::echo("a");
    tool.spec.aliases = vec!["alias".into()];
    let registry = registry_of([tool, Made::echo("b"), Made::echo("c")]);
    assert_eq!(registry.unregister("alias").unwrap().spec().tool_id, "a");
    assert!(registry.get("a").is_none() && registry.get("alias").is_none());
    assert!(registry.unregister("a").is_none());
    assert_eq!(registry.unregister_source("elsewhere"), 0);
    assert_eq!(registry.unregister_source("native"), 2);
    registry.register(Made::echo("d")).unwrap();
    registry.clear();
    assert!(registry.snapshot().is_empty());
}

#[tokio::test]
async fn lists_filter_by_category_and_source() {
    let reading = Spec { side_effects: SideEffects::ReadOnly, ..harmless("reader") };
    let registry = registry_of([Made::echo("adder"), Made::new(reading, |_, _| unreachable!())]);
    registry.load(&NativeTools::new("elsewhere").with(Made::echo("other"))).await.unwrap();
    let category = Some(Category::Retrieval);
    assert_eq!(ids(&registry, &Filter { category, ..Filter::default() }), ["reader"]);
    let source = Some("elsewhere");
    assert_eq!(ids(&registry, &Filter { source, ..Filter::default() }), ["other"]);
    assert_eq!(ids(&registry, &Filter { category, source }), [""; 0]);
}

#[tokio::test]
async fn loading_a_source_again_replaces_what_it_had() {
    let registry = registry_of([Made::echo("mine")]);
    let first = NativeTools::new("src").with(Made::echo("a")).with(Made::echo("b"));
    registry.load(&first).await.unwrap();
    let before = registry.snapshot();
    registry
        .load(&NativeTools::new("src").with(Made::echo("b")).with(Made::echo("c")))
        .await
        .unwrap();
    assert_eq!(all(&registry), ["b", "c", "mine"]);
    // Whoever holds the old set still has all of it.
    assert_eq!(before.len(), 3);
    assert!(before.get("a").is_some());
}

#[tokio::test]
async fn a_broken_tool_hides_no_other() {
    let registry = registry_of([Made::echo("taken")]);
    let mut invalid = Made::echo("invalid");
    invalid.spec.parameters = json!({ "type": "object", "properties": { "a": { "type": "no" } } });
    let source =
        NativeTools::new("src").with(Made::echo("good")).with(invalid).with(Made::echo("taken"));
    let Loaded { tools, broken } = registry.load(&source).await.unwrap();
    assert_eq!(tools, 1);
    assert_eq!(all(&registry), ["good", "taken"]);
    let broken_ids: Vec<&str> = broken.iter().map(|broken| &*broken.tool_id).collect();
    assert_eq!(broken_ids, ["invalid", "taken"]);
    let snapshot = registry.snapshot();
    assert_eq!(
        snapshot.broken("invalid").unwrap().problems[0].pointer,
        "/parameters/properties/a/type"
    );
    assert_eq!(
        snapshot.broken("taken").unwrap().problems[0].message,
        "`taken` is taken: `taken` of source `src` cannot have it, \
         because `taken` of source `native` does"
    );
    registry.unregister_source("src");
    assert_eq!(registry.snapshot().all_broken().count(), 0);
}

#[test]
fn the_version_follows_from_the_tools_alone() {
    let version = |ids: &[&str]| {
        registry_of(ids.iter().map(|id| Made::echo(id))).snapshot().version().to_owned()
    };
    assert_eq!(version(&["a", "b"]), version(&["b", "a"]));
    assert_ne!(version(&["a", "b"]), version(&["a", "c"]));
    assert_ne!(version(&[]), version(&["a"]));
    let version = version(&["a"]);
    let hash = version.strip_prefix("1.0.").unwrap();
    assert!(hash.len() == 8 && hash.bytes().all(|c| c.is_ascii_hexdigit()), "{hash}");
    let registry = registry_of([Made::echo("a")]);
    let entry = registry.get("a").unwrap();
    assert_eq!(entry.compiled().version_hash(), VersionHash::of(entry.spec(), "", b""));
}

#[test]
fn nearest_names_are_those_that_may_be_seen() {
    let registry = registry_of([Made::echo("email_get"), Made::echo("email_search")]);
    let snapshot = registry.snapshot();
    assert_eq!(snapshot.nearest("email_serch", |_| true), ["email_search", "email_get"]);
    let hidden = |entry: &toolcrib::Entry| entry.spec().tool_id != "email_search";
    assert_eq!(snapshot.nearest("email_serch", hidden), ["email_get"]);
}

#[test]
fn an_export_holds_what_is_switched_on() {
    let mut off = Made::echo("off");
    off.spec.enabled = false;
    let registry = registry_of([Made::echo("on"), off]);
    let export = registry.export(toolcrib::vendor::Provider::Anthropic);
    let names: Vec<&serde_json::Value> =
        export.tools.as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["on"]);
}

/// Breaks when it is asked what it is.
struct Speechless;

#[toolcrib::async_trait]
impl Tool for Speechless {
    fn spec(&self) -> Spec {
        panic!("on purpose");
    }

    async fn call(
        &self,
        _: &toolcrib::ValidCall,
        _: &toolcrib::Context,
    ) -> Result<toolcrib::Answer, toolcrib::ToolError> {
        unreachable!("it is never registered")
    }
}

#[tokio::test]
async fn a_tool_that_panics_when_asked_for_its_spec_hides_no_other() {
    let registry = Registry::new();
    let source = NativeTools::new("src").with(Speechless).with(Made::echo("fine"));
    let loaded = registry.load(&source).await.unwrap();
    assert_eq!((loaded.tools, loaded.broken.len()), (1, 1));
}

#[tokio::test]
async fn a_source_cannot_pose_as_the_program_itself() {
    let registry = registry_of([Made::echo("mine")]);
    let posing = NativeTools::new("native").with(Made::echo("other"));
    assert!(registry.load(&posing).await.is_err());
    assert_eq!(all(&registry), ["mine"]);
}

/// A tool about which its source has something to say.
struct Noted(Made, Vec<Problem>);

#[async_trait]
impl Tool for Noted {
    fn spec(&self) -> Spec {
        self.0.spec()
    }

    fn summary(&self) -> Option<String> {
        Some("In a word.".to_owned())
    }

    fn problems(&self) -> Vec<Problem> {
        self.1.clone()
    }

    async fn call(&self, call: &ValidCall, context: &Context) -> Result<Answer, ToolError> {
        self.0.call(call, context).await
    }
}

#[tokio::test]
async fn what_a_source_knows_of_a_tool_is_believed() {
    let warning = Problem::warning("", "it is old", "renew it");
    let error = Problem::error("/version", "it is gone", "bring it back");
    let source = NativeTools::new("noted")
        .with(Noted(Made::echo("old"), vec![warning.clone()]))
        .with(Noted(Made::echo("gone"), vec![warning.clone(), error.clone()]));
    let registry = Registry::new();
    let loaded = registry.load(&source).await.unwrap();
    assert_eq!(loaded.tools, 1);
    assert_eq!((&*loaded.broken[0].tool_id, &loaded.broken[0].problems), ("gone", &vec![error]));
    let old = registry.get("old").unwrap();
    assert_eq!((old.summary(), old.problems()), ("In a word.", &[warning][..]));
    // Without one, the first line of the description serves.
    let plain = registry_of([Made::echo("plain")]).get("plain").unwrap();
    assert_eq!(plain.summary(), plain.spec().description);
}

#[tokio::test]
async fn many_sources_change_at_once_and_the_first_has_the_name() {
    let registry = Registry::new();
    let one = NativeTools::new("one").with(Made::echo("a")).with(Made::echo("shared"));
    let two = NativeTools::new("two").with(Made::echo("b")).with(Made::echo("shared"));
    let loaded = registry.load_all(&[&one, &two]).await.unwrap();
    assert_eq!((loaded.tools, loaded.broken.len()), (3, 1));
    assert_eq!(registry.get("shared").unwrap().source(), "one");
    let loaded = registry.load_all(&[&two, &one]).await.unwrap();
    assert_eq!((loaded.tools, loaded.broken.len()), (3, 1));
    assert_eq!(registry.get("shared").unwrap().source(), "two");
    // One that cannot say what it has changes nothing.
    let native = NativeTools::new("native").with(Made::echo("c"));
    assert!(registry.load_all(&[&one, &native]).await.is_err());
    assert_eq!(registry.get("shared").unwrap().source(), "two");
}
