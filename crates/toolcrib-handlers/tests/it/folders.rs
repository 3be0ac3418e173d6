//! Which version of which tool serves.

use std::fs;
use std::time::Duration;

use serde_json::json;
use tokio::sync::mpsc;
use toolcrib::{Filter, Registry, tool};
use toolcrib_handlers::folder::Files;
use toolcrib_handlers::folders::{LoadError, Report, ToolFolders, Watch};
use toolcrib_handlers::js::Engine;

use crate::workshop::{Workshop, write_tool};

fn answer(value: &str) -> String {
    format!("return {{ ok: true, data: '{value}' }};")
}

#[tokio::test]
async fn three_files_make_a_tool() {
    let shop = Workshop::new();
    shop.write("say-one", &answer("one"));
    let report = shop.load().await;
    assert_eq!((report.tools, report.broken.len(), report.stale.len()), (1, 0, 0));
    assert_eq!(shop.ask("say_one").await, Ok(json!("one")));
    let entry = shop.registry.get("say_one").unwrap();
    assert_eq!((entry.source(), entry.summary()), ("folders", "For a test."));
    assert_eq!(entry.guide(), Some("# say_one\n\nFor a test.\n"));
}

#[tokio::test]
async fn a_broken_folder_hides_no_other_and_says_what_is_wrong() {
    let shop = Workshop::new();
    shop.write("good", &answer("good"));
    shop.write("bad", "return {{{;");
    fs::create_dir(shop.folder("empty")).unwrap();
    fs::create_dir(shop.folder("_notes")).unwrap();
    let report = shop.load().await;
    assert_eq!((report.tools, report.broken.len()), (1, 1));
    assert_eq!(report.broken[0].tool_id, "bad");
    assert!(report.broken[0].problems[0].message.starts_with("handler.js:1:"));
    assert_eq!(shop.ask("good").await, Ok(json!("good")));
    let refused = shop.ask("bad").await.unwrap_err();
    assert!(refused.starts_with("INTERNAL: `bad` cannot be called until its author mends it: 1"));
}

#[tokio::test]
async fn a_broken_change_leaves_the_last_good_version_serving() {
    let shop = Workshop::new();
    shop.write("change", &answer("before"));
    shop.load().await;
    let version = shop.registry.get("change").unwrap().compiled().version_hash();
    for break_it in [
        (|shop: &Workshop| fs::write(shop.folder("change/handler.js"), "export {").unwrap())
            as fn(&Workshop),
        |shop| fs::write(shop.folder("change/schema.json"), "{").unwrap(),
        |shop| fs::remove_file(shop.folder("change/guide.md")).unwrap(),
        |shop| shop.write_with("change", json!({ "toolId": "other" }), "export const execute = 1"),
    ] {
        shop.write("change", &answer("before"));
        assert_eq!(shop.load().await.stale.len(), 0);
        break_it(&shop);
        let report = shop.load().await;
        assert_eq!((report.tools, report.broken.len(), report.stale.len()), (1, 0, 1));
        assert_eq!(report.stale[0].tool_id, "change");
        assert_eq!(shop.ask("change").await, Ok(json!("before")));
        let entry = shop.registry.get("change").unwrap();
        assert_eq!(entry.compiled().version_hash(), version);
        let first = &entry.problems()[0];
        assert!(!first.is_error());
        assert!(first.message.ends_with("are broken; their last good version still runs"));
        assert_eq!(entry.problems().len(), 1 + report.stale[0].problems.len());
    }
    shop.write("change", &answer("after"));
    assert_eq!(shop.load().await.stale.len(), 0);
    assert_eq!(shop.ask("change").await, Ok(json!("after")));
    assert_eq!(shop.registry.get("change").unwrap().problems(), []);
}

#[tokio::test]
async fn a_folder_that_is_gone_takes_its_tool_along() {
    let shop = Workshop::new();
    shop.write("here", &answer("here"));
    shop.load().await;
    fs::remove_dir_all(shop.folder("here")).unwrap();
    assert_eq!(shop.load().await.tools, 0);
    assert!(shop.registry.get("here").is_none());
    // What it was is forgotten: a broken folder of the same name is broken.
    shop.write("here", "return {{{;");
    assert_eq!(shop.load().await.broken.len(), 1);
}

#[tokio::test]
async fn no_name_belongs_to_two_tools() {
    /// Says a word.
    #[tool(side_effects = "none")]
    async fn word() -> &'static str {
        "native"
    }
    let shop = Workshop::new();
    shop.registry.register(WordTool).unwrap();
    shop.write("word", &answer("folder"));
    shop.write_with("first", json!({ "aliases": ["shared"] }), "export function execute() {}");
    shop.write_with("second", json!({ "aliases": ["shared"] }), "export function execute() {}");
    let report = shop.load().await;
    let broken: Vec<_> = report
        .broken
        .iter()
        .map(|broken| (broken.tool_id.as_str(), broken.problems[0].message.clone()))
        .collect();
    let root = Files::shown(shop.root.path());
    assert_eq!(
        broken,
        [
            (
                "second",
                format!(
                    "{root}/second: the name `shared` already belongs to the tool in {root}/first"
                )
            ),
            (
                "word",
                format!(
                    "{root}/word: the name `word` already belongs to the tool `word` of the source `native`"
                )
            ),
        ]
    );
    // A change that takes another's name is a broken change.
    shop.write_with("third", json!({}), "export function execute() { return { ok: true }; }");
    shop.load().await;
    shop.write_with("third", json!({ "aliases": ["first"] }), "export function execute() {}");
    let report = shop.load().await;
    assert_eq!(report.stale.iter().map(|stale| &*stale.tool_id).collect::<Vec<_>>(), ["third"]);
    assert_eq!(shop.ask("third").await, Ok(json!(null)));
}

#[tokio::test]
async fn an_alias_takes_no_id_from_another_tool() {
    let shop = Workshop::new();
    shop.write("bbb", &answer("mine"));
    shop.load().await;
    shop.write_with("aaa", json!({ "aliases": ["bbb"] }), "export function execute() {}");
    let report = shop.load().await;
    assert_eq!(report.broken.iter().map(|broken| &*broken.tool_id).collect::<Vec<_>>(), ["aaa"]);
    assert_eq!(shop.ask("bbb").await, Ok(json!("mine")));
}

#[tokio::test]
async fn a_folder_stands_before_a_shipped_tool_even_if_it_is_broken() {
    let shop = Workshop::new();
    let shipped = |name: &str| {
        let place = tempfile::tempdir().unwrap();
        write_tool(
            &place.path().join(name),
            json!({}),
            "export function execute() { return { ok: true, data: 'shipped' }; }",
        );
        Files { shown: format!("shipped/{name}"), ..Files::read(&place.path().join(name)) }
    };
    let folders = ToolFolders::with_shipped(
        Engine::default(),
        vec![shipped("mine"), shipped("theirs")],
        [shop.root.path().to_owned()],
    );
    folders.load(&shop.registry).await.unwrap();
    let sources = |registry: &Registry| -> Vec<(String, String)> {
        let tools = registry.list(&Filter::default());
        tools.iter().map(|tool| (tool.spec().tool_id.clone(), tool.source().to_owned())).collect()
    };
    let pair = |tool: &str, source: &str| (tool.to_owned(), source.to_owned());
    assert_eq!(sources(&shop.registry), [pair("mine", "shipped"), pair("theirs", "shipped")]);
    shop.write("mine", &answer("folder"));
    let report = folders.load(&shop.registry).await.unwrap();
    assert_eq!(report.broken.len(), 0);
    assert_eq!(sources(&shop.registry), [pair("mine", "folders"), pair("theirs", "shipped")]);
    assert_eq!(shop.ask("mine").await, Ok(json!("folder")));
    fs::remove_dir_all(shop.folder("mine")).unwrap();
    folders.load(&shop.registry).await.unwrap();
    shop.write("mine", "return {{{;");
    folders.load(&shop.registry).await.unwrap();
    assert_eq!(sources(&shop.registry), [pair("theirs", "shipped")]);
    assert!(shop.registry.snapshot().broken("mine").is_some());

    // What a folder of another name claims to be hides nobody.
    shop.write_with("claims", json!({ "toolId": "theirs" }), "export function execute() {}");
    let report = folders.load(&shop.registry).await.unwrap();
    let broken: Vec<_> = report.broken.iter().map(|broken| &*broken.tool_id).collect();
    assert_eq!(broken, ["claims", "mine"]);
    assert_eq!(shop.ask("theirs").await, Ok(json!("shipped")));
}

#[tokio::test]
async fn a_folder_that_two_roots_hold_is_one() {
    let shop = Workshop::new();
    shop.write("once", &answer("once"));
    let roots = [shop.root.path().to_owned(), shop.folder("once"), shop.root.path().join(".")];
    let report = ToolFolders::new(Engine::default(), roots).load(&shop.registry).await.unwrap();
    assert_eq!((report.tools, report.broken.len()), (1, 0));
}

#[tokio::test]
async fn scripts_that_keep_the_engine_busy_hide_no_other_tool() {
    let shop = Workshop::new();
    shop.write_with(
        "busy",
        json!({}),
        "Array.prototype.reverse.call({ length: 2e8 }); export function execute() {}",
    );
    shop.write("fine", &answer("fine"));
    let report = shop.load().await;
    assert_eq!((report.tools, report.broken.len()), (1, 1));
    assert_eq!(
        report.broken[0].problems[0].message,
        "handler.js: the scripts were not ready in 3 s"
    );
    assert_eq!(shop.ask("fine").await, Ok(json!("fine")));
}

/// A watch that tells what it did.
fn watched(shop: &Workshop) -> (Watch, mpsc::UnboundedReceiver<Result<Report, LoadError>>) {
    let (told, news) = mpsc::unbounded_channel();
    let watch = shop.folders.watch(shop.registry.clone(), move |report| {
        told.send(report).ok();
    });
    (watch.unwrap(), news)
}

/// Waits for news; what takes longer than this is not coming.
async fn next(news: &mut mpsc::UnboundedReceiver<Result<Report, LoadError>>) -> Report {
    let news = tokio::time::timeout(Duration::from_secs(20), news.recv());
    news.await.expect("something was told").unwrap().unwrap()
}

#[tokio::test]
async fn what_changes_on_disk_changes_in_the_registry() {
    let shop = Workshop::new();
    shop.load().await;
    let (_watch, mut news) = watched(&shop);
    shop.write("live", &answer("one"));
    while shop.ask("live").await != Ok(json!("one")) {
        next(&mut news).await;
    }
    shop.write("live", &answer("two"));
    while shop.ask("live").await != Ok(json!("two")) {
        next(&mut news).await;
    }
    fs::write(shop.folder("live/handler.js"), "export {").unwrap();
    while next(&mut news).await.stale.is_empty() {}
    assert_eq!(shop.ask("live").await, Ok(json!("two")));
    fs::remove_dir_all(shop.folder("live")).unwrap();
    while shop.registry.get("live").is_some() {
        next(&mut news).await;
    }
}

#[tokio::test]
async fn a_root_may_come_later_go_and_come_again() {
    let mut shop = Workshop::new();
    let root = shop.root.path().join("tools");
    shop.folders = ToolFolders::new(Engine::default(), [root.clone()]);
    shop.load().await;
    let (_watch, mut news) = watched(&shop);
    for word in ["one", "two"] {
        let handler = format!("export function execute() {{ {} }}", answer(word));
        write_tool(&root.join("live"), json!({}), &handler);
        while shop.ask("live").await != Ok(json!(word)) {
            next(&mut news).await;
        }
        fs::remove_dir_all(&root).unwrap();
        while shop.registry.get("live").is_some() {
            next(&mut news).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_sees_half_a_set() {
    let shop = Workshop::new();
    let names = ["a", "b", "c", "d"];
    let write = |word: &str| names.iter().for_each(|name| shop.write(name, &answer(word)));
    write("0");
    shop.load().await;
    let registry = shop.registry.clone();
    let done = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let over = std::sync::Arc::clone(&done);
    let reader = tokio::task::spawn_blocking(move || {
        let mut versions = std::collections::BTreeSet::new();
        while !over.load(std::sync::atomic::Ordering::Relaxed) {
            let snapshot = registry.snapshot();
            assert_eq!(snapshot.len(), names.len());
            versions.insert(snapshot.version().to_string());
        }
        versions.len()
    });
    for round in 1..6 {
        write(&round.to_string());
        shop.load().await;
    }
    done.store(true, std::sync::atomic::Ordering::Relaxed);
    // Six sets were published; a half-changed one would be a seventh.
    assert!(reader.await.unwrap() <= 6);
}
