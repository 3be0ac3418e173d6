//! Wrappers: which tools exist and what they are called.

use serde_json::json;
use toolcrib::source::{Combined, NativeTools};
use toolcrib::{Answer, Filter, Registry, Runtime, Source, SourceExt as _};

use crate::tools::{Made, call, ending, harmless};

fn source() -> NativeTools {
    let mut search = Made::new(harmless("search"), |call, _| Ok(Answer::new(call.tool_id())));
    search.spec.aliases = vec!["find".into()];
    NativeTools::new("src").with(search).with(Made::echo("add"))
}

async fn registry_from(source: &dyn Source) -> Registry {
    let registry = Registry::new();
    registry.load(source).await.unwrap();
    registry
}

fn ids(registry: &Registry) -> Vec<String> {
    registry.list(&Filter::default()).iter().map(|entry| entry.spec().tool_id.clone()).collect()
}

#[tokio::test]
async fn a_prefix_goes_before_ids_and_aliases_and_the_tool_still_hears_its_own() {
    let registry = registry_from(&source().prefixed("kb_")).await;
    assert_eq!(ids(&registry), ["kb_add", "kb_search"]);
    assert!(registry.get("kb_find").is_some());
    let runtime = Runtime::new(registry);
    let outcome = call(&runtime, "kb_search", json!({})).await;
    assert_eq!(outcome.data(), Some(&json!("search")));
    assert_eq!(&*outcome.meta.tool_id, "kb_search");
    assert_eq!(ending(&call(&runtime, "search", json!({})).await), "NOT_FOUND");
}

#[tokio::test]
async fn a_prefixed_name_that_gets_too_long_is_cut_and_stays_distinct() {
    let prefix = "a_very_long_prefix_that_goes_on_and_on_and_on_for_sixty_letters_";
    let registry = registry_from(&source().prefixed(prefix)).await;
    let ids = ids(&registry);
    assert_eq!(ids.len(), 2);
    assert!(ids.iter().all(|id| id.len() <= 64), "{ids:?}");
}

#[tokio::test]
async fn tools_get_the_names_they_are_given() {
    let registry = registry_from(&source().renamed([("search", "lookup")])).await;
    assert_eq!(ids(&registry), ["add", "lookup"]);
    let outcome = call(&Runtime::new(registry), "lookup", json!({})).await;
    assert_eq!(outcome.data(), Some(&json!("search")));
}

#[tokio::test]
async fn a_filter_leaves_tools_out() {
    let registry = registry_from(&source().filtered(|spec| spec.tool_id != "add")).await;
    assert_eq!(ids(&registry), ["search"]);
}

#[tokio::test]
async fn sources_combine_and_wrappers_stack() {
    let both = Combined::new("both")
        .with(source().filtered(|spec| spec.tool_id == "add").prefixed("one_"))
        .with(source().prefixed("two_"));
    let registry = registry_from(&both).await;
    assert_eq!(ids(&registry), ["one_add", "two_add", "two_search"]);
    assert!(registry.list(&Filter::default()).iter().all(|entry| entry.source() == "both"));
    let outcome = call(&Runtime::new(registry), "two_add", json!({ "a": 1 })).await;
    assert_eq!(outcome.data(), Some(&json!({ "a": 1 })));
}

#[tokio::test]
async fn two_tools_with_one_name_in_a_combination_are_one_tool_and_one_problem() {
    let registry = Registry::new();
    let both = Combined::new("both").with(source()).with(source());
    let loaded = registry.load(&both).await.unwrap();
    assert_eq!((loaded.tools, loaded.broken.len()), (2, 2));
}
