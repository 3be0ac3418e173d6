//! `toolcrib test`: the examples in guides, called.
//!
//! (1) An example takes the path of every call: `Runtime::call`.
//! (2) A tool that writes is not run unless somebody allows it, not even by
//!     another tool; its arguments are checked all the same.

mod verdict;

use std::io::Write as _;

use anyhow::Result;
use serde_json::{Value, json};
use toolcrib::policy::{Admission, Policy};
use toolcrib::record::MemoryRecorder;
use toolcrib::{
    CallRequest, Caller, CancellationToken, Door, Entry, ErrorType, Registry, Runtime, Spec,
    ToolError,
};
use toolcrib_handlers::folder::{Checked, Example, Files, GUIDE, MANIFEST, Texts as _};
use toolcrib_handlers::folders::FOLDERS;

use self::verdict::{Verdict, judge};
use super::arguments::Test;
use super::call::cancel_on_ctrl_c;
use super::folders::{Folders, counted};
use super::terminal::Terminal;
use super::{Exit, Streams};

pub(super) async fn run(
    test: &Test,
    folders: &Folders,
    registry: Registry,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    if let Some(nothing) = folders.nothing_in(&test.dir) {
        return streams.fail(Exit::Failed, &nothing, json);
    }
    let recorder = MemoryRecorder::new(1);
    let approver = if test.allow_writes { Terminal::AllowsAll } else { Terminal::Nobody };
    let runtime = Runtime::builder(registry)
        .approver(approver)
        .policy(Writes { allowed: test.allow_writes })
        .recorder(recorder.clone())
        .build();
    let tester =
        Tester { runtime, recorder, allow_writes: test.allow_writes, cancel: cancel_on_ctrl_c() };
    let mut results = Vec::new();
    for (files, checked) in folders.both().filter(|(files, _)| files.is_tool()) {
        for case in cases(files, checked) {
            let verdict = match &case.example {
                Some(example) => tester.run(checked, example).await,
                None => Verdict::Failed(vec![format!(
                    "it has errors, so nothing can be called; `toolcrib check {}` shows them",
                    files.shown
                )]),
            };
            if !json {
                write_line(&case, &verdict, streams)?;
            }
            let stopped = tester.cancel.is_cancelled();
            results.push((case, verdict));
            if stopped {
                break;
            }
        }
    }
    let failed = results.iter().any(|(_, verdict)| matches!(verdict, Verdict::Failed(_)));
    if json {
        let rows: Vec<Value> =
            results.iter().map(|(case, verdict)| as_json(case, verdict)).collect();
        streams.print_json(&json!({ "ok": !failed, "examples": rows }))?;
    } else {
        writeln!(streams.out, "{}", summary(&results, failed, tester.cancel.is_cancelled()))?;
    }
    Ok(if failed || tester.cancel.is_cancelled() { Exit::Failed } else { Exit::Done })
}

/// One thing to try.
struct Case {
    tool_id: String,
    title: String,
    place: String,
    /// Nothing where the folder is broken.
    example: Option<Example>,
}

/// Keeps tools from writing (2).
struct Writes {
    allowed: bool,
}

impl Policy for Writes {
    fn sees(&self, _: &Caller, _: &Entry) -> bool {
        true
    }

    fn admit(&self, _: &Caller, tool: &Entry, call: &CallRequest) -> Result<Admission, ToolError> {
        if tool.spec().writes() && !self.allowed && !call.dry_run {
            let message = format!("`{}` writes; --allow-writes lets it.", tool.spec().tool_id);
            return Err(ToolError::new(ErrorType::PermissionDenied, message));
        }
        Ok(Admission::default())
    }
}

struct Tester {
    runtime: Runtime,
    recorder: MemoryRecorder,
    allow_writes: bool,
    cancel: CancellationToken,
}

impl Tester {
    async fn run(&self, checked: &Checked, example: &Example) -> Verdict {
        let Some(spec) = &checked.spec else { return Verdict::Failed(Vec::new()) };
        let snapshot = self.runtime.registry().snapshot();
        // The tested folders stand before all others, so this is theirs or none.
        if snapshot.get(&spec.tool_id).is_none_or(|entry| entry.source() != FOLDERS) {
            let problems = snapshot.broken(&spec.tool_id).map(|broken| broken.problems.as_slice());
            let said = problems.unwrap_or_default().iter().map(ToString::to_string);
            return Verdict::Failed(said.collect());
        }
        if !spec.enabled {
            return Verdict::Held;
        }
        // (2)
        let held = spec.writes() && !self.allow_writes;
        let request = CallRequest {
            mode: spec.allowed_modes.first().copied().unwrap_or_default(),
            dry_run: held,
            ..CallRequest::new(spec.tool_id.as_str(), example.arguments.clone())
        };
        let caller = Caller::at(Door::CommandLine);
        // (1)
        let outcome = self.runtime.call_with_cancel(&caller, request, self.cancel.clone()).await;
        let mut verdict = judge(&outcome, example, held);
        if let Verdict::Failed(why) = &mut verdict {
            // What the handler said may tell more.
            let record = self.recorder.finished().pop();
            let lines = record.into_iter().flat_map(|record| record.console);
            why.extend(lines.map(|line| format!("console: {}", line.text)));
        }
        verdict
    }
}

/// What there is to try in a folder: the guide's examples, then the manifest's.
fn cases(files: &Files, checked: &Checked) -> Vec<Case> {
    let tool_id = checked.tool_id.clone();
    if checked.has_errors() {
        let (title, place) = ("its folder".to_owned(), files.shown.clone());
        return vec![Case { tool_id, title, place, example: None }];
    }
    let in_guide = checked.examples.iter().map(|example| Case {
        tool_id: tool_id.clone(),
        title: example.title.clone().unwrap_or_else(|| example.arguments.to_string()),
        place: format!("{}:{}", files.path_of(GUIDE), example.line),
        example: Some(example.clone()),
    });
    let in_manifest = checked.spec.iter().flat_map(|spec: &Spec| &spec.examples).enumerate();
    let in_manifest = in_manifest.map(|(index, arguments)| Case {
        tool_id: tool_id.clone(),
        title: format!("example {index} of the manifest"),
        place: format!("{}:/examples/{index}", files.path_of(MANIFEST)),
        example: Some(Example { title: None, line: 0, arguments: arguments.clone(), expect: None }),
    });
    in_guide.chain(in_manifest).collect()
}

fn write_line(case: &Case, verdict: &Verdict, streams: &mut Streams) -> Result<()> {
    let Case { tool_id, title, place, .. } = case;
    let title = title.trim().trim_end_matches(':');
    let (word, color) = match verdict {
        Verdict::Passed => ("ok", 32),
        Verdict::Held => ("held", 33),
        Verdict::Failed(_) => ("FAIL", 31),
    };
    let word = format!("{word:<4}");
    let word = if streams.color { format!("\u{1b}[{color}m{word}\u{1b}[0m") } else { word };
    writeln!(streams.out, "{word}  {tool_id}: {title}  ({place})")?;
    if let Verdict::Failed(why) = verdict {
        for line in why.iter().flat_map(|text| text.lines()) {
            writeln!(streams.out, "        {line}")?;
        }
    }
    Ok(())
}

fn as_json(case: &Case, verdict: &Verdict) -> Value {
    let (result, why) = match verdict {
        Verdict::Passed => ("passed", None),
        Verdict::Held => ("held", None),
        Verdict::Failed(why) => ("failed", Some(why.join("\n"))),
    };
    let Case { tool_id, title, place, .. } = case;
    json!({ "toolId": tool_id, "title": title, "place": place, "result": result, "why": why })
}

fn summary(results: &[(Case, Verdict)], failed: bool, stopped: bool) -> String {
    let count = |wanted: fn(&Verdict) -> bool| {
        results.iter().filter(|(_, verdict)| wanted(verdict)).count()
    };
    let passed = count(|verdict| matches!(verdict, Verdict::Passed));
    let held = count(|verdict| matches!(verdict, Verdict::Held));
    let failures = count(|verdict| matches!(verdict, Verdict::Failed(_)));
    if results.is_empty() {
        return "There are no examples: write some under `## Examples` in a guide.md.".to_owned();
    }
    let mut text = format!(
        "\n{}: {passed} passed, {failures} failed",
        if stopped {
            "stopped"
        } else if failed {
            "FAILED"
        } else {
            "ok"
        }
    );
    if held > 0 {
        let examples = counted(held, "example");
        text.push_str(&format!(
            ", {held} held\n{examples} of tools that write had only their arguments checked; --allow-writes runs them"
        ));
    }
    text
}
