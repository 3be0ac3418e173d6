use tokio::sync::oneshot;

use super::Batch;
use crate::postgres::records::Job;
use crate::record::{Record, RecordJob};
use crate::stamp::Stamp;

fn job(id: &str, workspace: &str, ok: Option<bool>, at_ms: u64, arguments: &'static str) -> Job {
    let record = Record {
        workspace_id: workspace.into(),
        id: id.into(),
        tool_id: "t".into(),
        tool_version: None,
        registry_version: "r".into(),
        agent_id: None,
        session_id: None,
        key_id: None,
        door: "rest",
        mode: "text",
        dry_run: false,
        arguments: arguments.into(),
        ok,
        error_type: None,
        duration_us: 0,
        attempts: 0,
        created_at: Stamp::from_ms(at_ms),
        finished_at: ok.map(|_| Stamp::from_ms(at_ms)),
        outcome: None,
        console: None,
        rule: None,
        approval_id: None,
        replay_of: None,
        over_budget: false,
        response_bytes: 0,
        parent_id: None,
        stages: None,
    };
    Job::Record(RecordJob { record: Box::new(record), done: oneshot::channel().0 })
}

#[test]
fn what_is_said_of_one_call_is_put_together() {
    let jobs = [
        job("a", "w", None, 1, "{}"),
        job("b", "w", Some(true), 2, "{}"),
        job("a", "v", None, 3, "{}"),
        job("a", "w", Some(false), 4, "null"),
        job("b", "w", None, 5, "[]"),
    ];
    let batch = Batch::of(jobs.into_iter());
    let told: Vec<_> = batch
        .records()
        .iter()
        .map(|r| (&*r.workspace_id, &*r.id, r.ok, r.created_at, &*r.arguments))
        .collect();
    let at = Stamp::from_ms;
    assert_eq!(
        told,
        [
            ("w", "a", Some(false), at(1), "{}"),
            ("w", "b", Some(true), at(2), "{}"),
            ("v", "a", None, at(3), "{}"),
        ]
    );
    assert_eq!(batch.told.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 1]);
}
