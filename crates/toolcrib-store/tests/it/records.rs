//! The records of calls.

use serde_json::{Value, json};
use toolcrib::record::Receipt;
use toolcrib::{Caller, Door, ErrorType};
use toolcrib_store::{CallFilter, CallRow};

use crate::bed::Bed;
use crate::telling::{Call, call, call_ids, calls, settle};

crate::contract!(
    a_finished_call_is_kept_whole,
    a_start_is_kept_if_somebody_waits_for_it,
    a_finished_call_never_turns_unfinished,
    an_end_is_kept_though_nobody_waits,
    more_than_fits_in_the_queue_is_kept,
    an_abandoned_call_is_cancelled,
    secrets_are_not_kept,
    a_record_has_a_bound,
    a_record_that_fails_harms_no_other,
    odd_text_is_kept_or_refused,
    workspaces_have_their_own_calls,
    filters_and_pages_fit_together,
    pages_do_not_move_while_calls_come_in,
);

async fn a_finished_call_is_kept_whole(bed: &Bed) {
    let store = bed.open().await;
    let caller = Caller {
        workspace: "w".into(),
        agent: Some("x".into()),
        session: Some("s".into()),
        door: Door::Rest,
        key: Some("k".into()),
    };
    let told = Call {
        caller,
        answer: Err(ErrorType::Timeout),
        parent: Some("outer".into()),
        ..call("c1")
    };
    settle(told.finish(&store)).await.unwrap();
    let whole = store.call("w", "c1").await.unwrap().unwrap();
    let text = |text: &str| text.to_owned();
    let expected = CallRow {
        id: text("c1"),
        tool_id: text("echo"),
        tool_version: None,
        registry_version: text("r1"),
        agent_id: Some(text("x")),
        session_id: Some(text("s")),
        key_id: Some(text("k")),
        door: text("rest"),
        mode: text("text"),
        dry_run: false,
        arguments: text(r#"{"q":1}"#),
        ok: Some(false),
        error_type: Some(text("TIMEOUT")),
        duration_us: 1_500,
        attempts: 1,
        created_at: whole.call.created_at.clone(),
        finished_at: whole.call.finished_at.clone(),
        rule: Some(text("attachment")),
        approval_id: Some(text("apr_1")),
        replay_of: Some(text("c0")),
        over_budget: true,
        response_bytes: 12,
        parent_id: Some(text("outer")),
    };
    assert_eq!(whole.call, expected);
    assert!(whole.call.created_at < whole.call.finished_at.unwrap());
    let outcome: Value = serde_json::from_str(&whole.outcome.unwrap()).unwrap();
    assert_eq!(outcome["error"]["message"], "no");
    assert_eq!(outcome["meta"]["callId"], "c1");
    assert_eq!(whole.console, None);
    assert_eq!(whole.stages.as_deref(), Some("[]"));
    assert_eq!(calls(&store).await, [expected]);
    assert_eq!(store.call("w", "c2").await.unwrap(), None);
}

async fn a_start_is_kept_if_somebody_waits_for_it(bed: &Bed) {
    let store = bed.open().await;
    let told = call("c1");
    drop(told.start(&store));
    assert!(matches!(told.retry(&store), Receipt::Done));
    let reader = Call { writes: false, ..call("c3") };
    assert!(matches!(reader.start(&store), Receipt::Done), "its end is enough");
    settle(call("c2").start(&store)).await.unwrap();
    let rows = calls(&store).await;
    assert_eq!(rows.len(), 1);
    assert_eq!((&*rows[0].id, rows[0].ok, &rows[0].finished_at), ("c2", None, &None));
    bed.ask("UPDATE calls SET created_at = 'first'").await;
    settle(Call { arguments: json!({ "q": 2 }), ..call("c2") }.finish(&store)).await.unwrap();
    let rows = calls(&store).await;
    assert_eq!((rows.len(), rows[0].ok, &*rows[0].created_at), (1, Some(true), "first"));
    assert_eq!(rows[0].arguments, r#"{"q":2}"#);
}

async fn a_finished_call_never_turns_unfinished(bed: &Bed) {
    let store = bed.open().await;
    settle(call("c1").finish(&store)).await.unwrap();
    settle(call("c1").start(&store)).await.unwrap();
    // The same where they are written together.
    for _ in 0..50 {
        drop(call("c2").finish(&store));
    }
    settle(call("c2").start(&store)).await.unwrap();
    let rows = calls(&store).await;
    assert_eq!(rows.iter().map(|row| row.ok).collect::<Vec<_>>(), [Some(true); 2]);
    assert!(store.call("w", "c2").await.unwrap().unwrap().outcome.is_some());
}

async fn an_end_is_kept_though_nobody_waits(bed: &Bed) {
    let store = bed.open().await;
    drop(call("c1").finish(&store));
    store.close().await;
    let store = bed.open().await;
    assert_eq!(calls(&store).await.len(), 1);
    settle(call("c2").finish(&store)).await.unwrap();
    drop(store);
    assert_eq!(calls(&bed.open().await).await.len(), 2);
}

async fn more_than_fits_in_the_queue_is_kept(bed: &Bed) {
    let store = bed.open().await;
    for n in 0..10_000 {
        drop(call(&format!("c{n:05}")).finish(&store));
    }
    store.close().await;
    assert_eq!(calls(&bed.open().await).await.len(), 10_000);
}

async fn an_abandoned_call_is_cancelled(bed: &Bed) {
    let store = bed.open().await;
    settle(call("c1").start(&store)).await.unwrap();
    settle(call("c1").abandon(&store)).await.unwrap();
    let whole = store.call("w", "c1").await.unwrap().unwrap();
    assert_eq!((whole.call.ok, whole.outcome), (Some(false), None));
    assert_eq!(whole.call.error_type.as_deref(), Some("CANCELLED"));
}

async fn secrets_are_not_kept(bed: &Bed) {
    let store = bed.open().await;
    let secret = json!({ "api_key": "hush", "page": [{ "token": "hush", "n": 1 }] });
    let told = Call { arguments: secret.clone(), answer: Ok(secret), ..call("c1") };
    settle(told.start(&store)).await.unwrap();
    let started = store.call("w", "c1").await.unwrap().unwrap();
    settle(told.finish(&store)).await.unwrap();
    let whole = store.call("w", "c1").await.unwrap().unwrap();
    let safe = json!({ "api_key": "[redacted]", "page": [{ "token": "[redacted]", "n": 1 }] });
    assert_eq!(started.call.arguments, safe.to_string());
    assert_eq!(whole.call.arguments, safe.to_string());
    let outcome: Value = serde_json::from_str(&whole.outcome.unwrap()).unwrap();
    assert_eq!(outcome["data"], safe);
}

async fn a_record_has_a_bound(bed: &Bed) {
    const MIB: usize = 1024 * 1024;
    let store = bed.open().await;
    let outcome_of = async |id: &str, told: Call| -> (Value, usize) {
        settle(told.finish(&store)).await.unwrap();
        let whole = store.call("w", id).await.unwrap().unwrap();
        let text = whole.outcome.unwrap();
        let bytes = text.len() + whole.call.arguments.len();
        assert!(bytes <= MIB, "{bytes}");
        (serde_json::from_str(&text).unwrap(), bytes)
    };
    let fits = json!("x".repeat(MIB - 1_000));
    let (outcome, _) = outcome_of("c1", Call { answer: Ok(fits.clone()), ..call("c1") }).await;
    assert_eq!(outcome["data"], fits);
    let (outcome, bytes) =
        outcome_of("c2", Call { answer: Ok(json!("x".repeat(MIB))), ..call("c2") }).await;
    let note = outcome["data"].as_str().unwrap();
    assert!(note.starts_with("[too large to record: 10") && bytes < 1_000, "{note}");
    assert_eq!((&outcome["ok"], &outcome["meta"]["callId"]), (&json!(true), &json!("c2")));
    // What the arguments take, the outcome cannot have.
    let arguments = json!({ "q": "x".repeat(MIB / 4) });
    let (outcome, _) = outcome_of("c3", Call { answer: Ok(fits), arguments, ..call("c3") }).await;
    assert!(outcome["data"].as_str().unwrap().starts_with("[too large"));
}

/// Makes the database refuse a call.
pub(crate) async fn forbid(bed: &Bed, id: &str, how: &str) {
    let text = bed.either(
        format!(
            "CREATE TRIGGER no BEFORE INSERT ON calls WHEN NEW.id = '{id}'
             BEGIN SELECT RAISE({how}, 'no'); END"
        ),
        format!("ALTER TABLE calls ADD CHECK (id <> '{id}')"),
    );
    bed.ask(&text).await;
}

async fn a_record_that_fails_harms_no_other(bed: &Bed) {
    let store = bed.open().await;
    forbid(bed, "c50", "ABORT").await;
    let receipts: Vec<_> = (0..100).map(|n| call(&format!("c{n:02}")).finish(&store)).collect();
    let mut failed = Vec::new();
    for (n, receipt) in receipts.into_iter().enumerate() {
        if settle(receipt).await.is_err() {
            failed.push(n);
        }
    }
    assert_eq!(failed, [50]);
    assert_eq!(calls(&store).await.len(), 99);
}

async fn odd_text_is_kept_or_refused(bed: &Bed) {
    let store = bed.open().await;
    let odd = json!({ "\0": "\0 \u{1F980} ' $1 \\" });
    let caller = Caller { session: Some("s\0".into()), ..call("c1").caller };
    let told = Call {
        tool: "no\0such".into(),
        arguments: odd.clone(),
        answer: Ok(odd.clone()),
        caller,
        ..call("c1")
    };
    settle(told.finish(&store)).await.unwrap();
    let whole = store.call("w", "c1").await.unwrap().unwrap();
    assert_eq!(serde_json::from_str::<Value>(&whole.call.arguments).unwrap(), odd);
    assert_eq!(whole.call.tool_id, "no\u{fffd}such");
    assert_eq!(whole.call.session_id.as_deref(), Some("s\u{fffd}"));
    // A workspace under another name would be another workspace.
    let caller = Caller { workspace: "w\0".into(), ..Caller::default() };
    assert!(settle(Call { caller, ..call("c2") }.finish(&store)).await.is_err());
    assert_eq!(calls(&store).await.len(), 1);
}

async fn workspaces_have_their_own_calls(bed: &Bed) {
    let store = bed.open().await;
    for (workspace, tool) in [("w", "one"), ("v", "two")] {
        let caller = Caller { workspace: workspace.into(), ..Caller::default() };
        let told = Call { caller, tool: tool.into(), ..call("c1") };
        settle(told.finish(&store)).await.unwrap();
    }
    assert_eq!(calls(&store).await[0].tool_id, "one");
    assert_eq!(store.call("v", "c1").await.unwrap().unwrap().call.tool_id, "two");
    assert_eq!(store.call("u", "c1").await.unwrap(), None);
}

async fn filters_and_pages_fit_together(bed: &Bed) {
    let store = bed.open().await;
    for n in 0..60_u32 {
        let caller = Caller {
            agent: (n % 2 == 0).then(|| "x".into()),
            session: (n % 3 == 0).then(|| "s".into()),
            ..call("").caller
        };
        let answer = if n % 5 == 0 { Err(ErrorType::Permanent) } else { Ok(json!(n)) };
        let tool = if n % 4 == 0 { "four" } else { "other" }.into();
        let parent = (n % 7 == 0).then(|| "outer".into());
        let told = Call { caller, answer, tool, parent, ..call(&format!("c{n:02}")) };
        drop(told.finish(&store));
    }
    store.clone().close().await;
    let all = |keep: &dyn Fn(u32) -> bool| -> Vec<String> {
        (0..60).rev().filter(|n| keep(*n)).map(|n| format!("c{n:02}")).collect()
    };
    let text = |text: &str| Some(text.to_owned());
    let base = CallFilter { limit: 100, ..CallFilter::default() };
    let filters: [(CallFilter, &dyn Fn(u32) -> bool); 7] = [
        (base.clone(), &|_| true),
        (CallFilter { agent_id: text("x"), ..base.clone() }, &|n| n % 2 == 0),
        (CallFilter { session_id: text("s"), ..base.clone() }, &|n| n % 3 == 0),
        (CallFilter { tool_id: text("four"), ok: Some(true), ..base.clone() }, &|n| {
            n % 4 == 0 && n % 5 != 0
        }),
        (CallFilter { ok: Some(false), ..base.clone() }, &|n| n % 5 == 0),
        (CallFilter { parent_id: text("outer"), ..base.clone() }, &|n| n % 7 == 0),
        (CallFilter { session_id: text("s"), agent_id: text("x"), ..base }, &|n| n % 6 == 0),
    ];
    for (filter, keep) in filters {
        assert_eq!(call_ids(&store, &filter).await, all(keep));
        let mut paged = Vec::new();
        let mut page = CallFilter { limit: 7, ..filter };
        loop {
            let ids = call_ids(&store, &page).await;
            page.before = ids.last().cloned();
            paged.extend(ids);
            if page.before.is_none() {
                break;
            }
        }
        assert_eq!(paged, all(keep));
    }
}

async fn pages_do_not_move_while_calls_come_in(bed: &Bed) {
    let store = bed.open().await;
    for n in 0..50 {
        drop(call(&format!("a{n:02}")).finish(&store));
    }
    store.clone().close().await;
    let mut page = CallFilter { limit: 10, before: Some("b".to_owned()), ..CallFilter::default() };
    let mut seen = Vec::new();
    for n in 0..5 {
        let ids = call_ids(&store, &page).await;
        page.before = ids.last().cloned();
        seen.extend(ids);
        settle(call(&format!("b{n}")).finish(&store)).await.unwrap();
    }
    let expected: Vec<String> = (0..50).rev().map(|n| format!("a{n:02}")).collect();
    assert_eq!(seen, expected);
}
