//! The pages of the guide, so that their examples are run as tests.

#[doc = include_str!("../../../docs/guide/tool-folders.md")]
mod tool_folders {}

#[doc = include_str!("../../../docs/guide/testing-tools.md")]
mod testing_tools {}

/// Every manifest and every handler on the page about tool folders is right.
///
/// ```
/// use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};
/// use toolcrib::Limits;
/// use toolcrib_handlers::folder::{Files, check};
/// use toolcrib_handlers::js::{Program, Scripts};
/// use toolcrib_handlers::python::Settings;
///
/// let page = std::fs::read_to_string("../../docs/guide/tool-folders.md")?;
/// let (mut language, mut seen) = (String::new(), [0, 0]);
/// for event in Parser::new(&page) {
///     match event {
///         Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => language = info.to_string(),
///         Event::Text(text) if language == "js" => {
///             let scripts = Scripts::from([("handler.js".to_owned(), (*text).into())]);
///             Program::compile(&scripts).unwrap();
///             seen[0] += 1;
///         }
///         Event::Text(text) if language == "json" => {
///             let manifest: serde_json::Value = serde_json::from_str(&text)?;
///             let tool_id = manifest["toolId"].as_str().unwrap();
///             let mut files = Files { name: tool_id.replace('_', "-"), ..Files::default() };
///             files.put("schema.json".to_owned(), text.to_string());
///             files.put("guide.md".to_owned(), "# title\n\nsummary".to_owned());
///             files.put("handler.js".to_owned(), "export const execute = () => {};".to_owned());
///             let checked = check(&files, &Limits::DEFAULT, &Settings::default());
///             assert!(!checked.has_errors(), "{:#?}", checked.findings);
///             seen[1] += 1;
///         }
///         Event::End(_) => language.clear(),
///         _ => {}
///     }
/// }
/// assert_eq!(seen, [4, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
mod handlers_and_manifests {}

/// Every message on the page about troubles is one that somebody gets: what
/// `check` says stands in `tests/broken-tools.txt`, and what a handler leads to
/// stands after that handler.
///
/// ```
/// use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};
/// use toolcrib::{CallRequest, Caller, Registry, Rules, Runtime};
/// use toolcrib_handlers::folders::ToolFolders;
/// use toolcrib_handlers::js::Engine;
///
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let found = std::fs::read_to_string("../../tests/broken-tools.txt")?;
/// let found = found.replace("tests/broken-tools/", "tools/");
///
/// let folder = tempfile::tempdir()?;
/// let tool = folder.path().join("my-tool");
/// std::fs::create_dir(&tool)?;
/// for file in ["schema.json", "guide.md", "handler.js"] {
///     let text = std::fs::read_to_string(format!("../toolcrib-server/src/cli/new/{file}"))?;
///     let text = text.replace("TOOL_ID", "my_tool").replace(
///         "\"latencyBudgetMs\": 100,",
///         "\"latencyBudgetMs\": 100, \"timeoutMs\": 500, \"hosts\": [\"localhost:8080\"],",
///     );
///     std::fs::write(tool.join(file), text)?;
/// }
/// let registry = Registry::new();
/// let folders = ToolFolders::new(Engine::default(), [tool.clone()]);
/// // One tool that fails in ten ways is left alone after five.
/// let mut rules = Rules::default();
/// rules.circuit.failures_max = 0;
/// let runtime = Runtime::builder(registry.clone()).rules(rules).build();
///
/// let page = std::fs::read_to_string("../../docs/guide/troubleshooting.md")?;
/// let (mut language, mut seen) = (String::new(), [0, 0]);
/// for event in Parser::new(&page) {
///     match event {
///         Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => language = info.to_string(),
///         Event::Text(text) if language == "js" => {
///             std::fs::write(tool.join("handler.js"), &*text)?;
///             assert_eq!(folders.load(&registry).await?.tools, 1, "{text}");
///         }
///         Event::Text(text) if language == "text" && text.starts_with("error[") => {
///             let request = CallRequest::new("my_tool", r#"{"text": "a b"}"#);
///             let outcome = runtime.call(&Caller::default(), request).await;
///             let error = outcome.error().unwrap();
///             let mut said = format!("error[{}]: {}\n", error.kind, error.message);
///             error.further_details().for_each(|fault| said += &format!("  {fault}\n"));
///             assert_eq!(said, *text);
///             seen[0] += 1;
///         }
///         Event::Text(text) if language == "text" => {
///             assert!(found.contains(&*text), "check does not say: {text}");
///             seen[1] += 1;
///         }
///         Event::End(_) => language.clear(),
///         _ => {}
///     }
/// }
/// assert_eq!(seen, [10, 12]);
/// # Ok(())
/// # }
/// ```
mod troubles {}
