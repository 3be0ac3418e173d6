//! Approvals: answered once, bound to everything, used once.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::join_all;
use toolcrib_store::{Bound, Decision, NewApproval, Store};

use crate::bed::Bed;

crate::contract!(
    a_question_is_answered_once,
    an_approval_is_bound_to_everything_it_names,
    an_approval_is_used_once_however_many_want_it,
    what_has_expired_is_neither_answered_nor_used,
    a_clock_that_jumps_lets_nothing_through_twice,
    approvals_outlive_the_process,
    lists_show_what_waits,
    nothing_runs_unapproved_or_twice_whatever_the_order,
);

const LONG: Duration = Duration::from_secs(300);

fn bound(digest: &str) -> Bound {
    Bound {
        tool_id: "pay".to_owned(),
        version_hash: "v1".to_owned(),
        agent_id: Some("a".to_owned()),
        session_id: None,
        digest: digest.to_owned(),
    }
}

fn question(id: &str, digest: &str) -> NewApproval {
    NewApproval {
        id: id.to_owned(),
        call_id: format!("call of {id}"),
        bound: bound(digest),
        tool_version: "1.0.0".to_owned(),
        key_id: Some("k".to_owned()),
        arguments: "{}".to_owned(),
        preview: "Pay".to_owned(),
    }
}

async fn ask(store: &Store, id: &str, digest: &str, patience: Duration) {
    store.ask_approval("w", &question(id, digest), patience).await.unwrap();
}

async fn decide(store: &Store, id: &str, decision: Decision) -> Option<(String, bool)> {
    let decided = store.decide_approval("w", id, &decision, "somebody").await.unwrap();
    decided.map(|(row, is_new)| (row.state, is_new))
}

fn yes() -> Decision {
    Decision::Approve(LONG)
}

fn no() -> Decision {
    Decision::Deny(Some("too dear".to_owned()))
}

async fn a_question_is_answered_once(bed: &Bed) {
    let store = bed.open().await;
    ask(&store, "one", "d", LONG).await;
    ask(&store, "two", "d", LONG).await;
    let pending = store.approval("w", "one").await.unwrap().unwrap();
    assert_eq!((pending.state.as_str(), &pending.asked), ("pending", &question("one", "d")));
    assert_eq!(decide(&store, "one", yes()).await, Some(("approved".to_owned(), true)));
    assert_eq!(decide(&store, "one", no()).await, Some(("approved".to_owned(), false)));
    assert_eq!(decide(&store, "two", no()).await, Some(("denied".to_owned(), true)));
    assert_eq!(decide(&store, "two", yes()).await, Some(("denied".to_owned(), false)));
    assert_eq!(decide(&store, "three", yes()).await, None);
    let denied = store.approval("w", "two").await.unwrap().unwrap();
    assert_eq!(denied.reason.as_deref(), Some("too dear"));
    assert_eq!(denied.decided_by.as_deref(), Some("somebody"));
    // Nothing of it is another workspace's business.
    assert_eq!(store.approval("v", "one").await.unwrap(), None);
    assert_eq!(store.decide_approval("v", "one", &no(), "x").await.unwrap(), None);
    store.close().await;
}

async fn an_approval_is_bound_to_everything_it_names(bed: &Bed) {
    let store = bed.open().await;
    ask(&store, "one", "d", LONG).await;
    decide(&store, "one", yes()).await;
    let other = |change: fn(&mut Bound)| {
        let mut bound = bound("d");
        change(&mut bound);
        bound
    };
    let others = [
        other(|b| b.tool_id = "refund".to_owned()),
        other(|b| b.version_hash = "v2".to_owned()),
        other(|b| b.agent_id = Some("b".to_owned())),
        other(|b| b.agent_id = None),
        other(|b| b.session_id = Some("s".to_owned())),
        other(|b| b.digest = "e".to_owned()),
    ];
    for bound in &others {
        for id in [Some("one"), None] {
            assert_eq!(store.use_approval("w", id, bound).await.unwrap(), None, "{bound:?}");
        }
    }
    assert_eq!(store.use_approval("v", Some("one"), &bound("d")).await.unwrap(), None);
    assert_eq!(store.use_approval("w", Some("two"), &bound("d")).await.unwrap(), None);
    let used = store.use_approval("w", Some("one"), &bound("d")).await.unwrap();
    assert_eq!(used.as_deref(), Some("one"));
    store.close().await;
}

async fn an_approval_is_used_once_however_many_want_it(bed: &Bed) {
    let (one, two) = (bed.open().await, bed.open().await);
    for round in 0..10 {
        let id = format!("a{round}");
        ask(&one, &id, "d", LONG).await;
        // Approved twice at the same moment, on two servers.
        let decisions = [&one, &two]
            .map(|store| store.decide_approval("w", &id, &Decision::Approve(LONG), "x"));
        let decided = join_all(decisions).await;
        let news = decided.into_iter().filter(|d| d.as_ref().unwrap().as_ref().unwrap().1).count();
        assert_eq!(news, 1);
        let wanted = (0..8).map(|n| {
            let (store, id) = (if n % 2 == 0 { &one } else { &two }, id.clone());
            async move {
                let id = (n % 4 < 2).then_some(id.as_str());
                store.use_approval("w", id, &bound("d")).await.unwrap()
            }
        });
        let used = join_all(wanted).await.into_iter().flatten().count();
        assert_eq!(used, 1);
    }
    one.close().await;
    two.close().await;
}

async fn what_has_expired_is_neither_answered_nor_used(bed: &Bed) {
    let store = bed.open().await;
    ask(&store, "late", "d", Duration::ZERO).await;
    assert_eq!(decide(&store, "late", yes()).await, Some(("expired".to_owned(), false)));
    ask(&store, "unused", "d", LONG).await;
    assert_eq!(
        decide(&store, "unused", Decision::Approve(Duration::ZERO)).await,
        Some(("expired".to_owned(), true))
    );
    assert_eq!(store.use_approval("w", None, &bound("d")).await.unwrap(), None);
    assert_eq!(store.approvals("w", Some("expired"), None, 10).await.unwrap().len(), 2);
    store.close().await;
}

/// What is kept moves, as if the clock had moved the other way.
async fn a_clock_that_jumps_lets_nothing_through_twice(bed: &Bed) {
    let store = bed.open().await;
    let used = async || store.use_approval("w", None, &bound("d")).await.unwrap();
    ask(&store, "one", "d", LONG).await;
    // Ahead: too late to answer, and too late to use an answer.
    bed.ask("UPDATE approvals SET expires_at = '2026-01-01T00:00:00.000Z'").await;
    assert_eq!(decide(&store, "one", yes()).await, Some(("expired".to_owned(), false)));
    assert_eq!(used().await, None);
    // Back: there is time again, and still one call.
    bed.ask("UPDATE approvals SET expires_at = '2100-01-01T00:00:00.000Z'").await;
    assert_eq!(used().await, None);
    assert_eq!(decide(&store, "one", yes()).await, Some(("approved".to_owned(), true)));
    assert_eq!((used().await.as_deref(), used().await), (Some("one"), None));
    bed.ask("UPDATE approvals SET expires_at = '2100-01-01T00:00:00.000Z'").await;
    assert_eq!(used().await, None);
    store.close().await;
}

async fn approvals_outlive_the_process(bed: &Bed) {
    let store = bed.open().await;
    ask(&store, "one", "d", LONG).await;
    store.close().await;
    let store = bed.open().await;
    decide(&store, "one", yes()).await;
    store.close().await;
    let store = bed.open().await;
    assert!(store.use_approval("w", Some("one"), &bound("d")).await.unwrap().is_some());
    store.close().await;
    let store = bed.open().await;
    assert_eq!(store.use_approval("w", Some("one"), &bound("d")).await.unwrap(), None);
    store.close().await;
}

async fn lists_show_what_waits(bed: &Bed) {
    let store = bed.open().await;
    for id in ["a", "b", "c"] {
        ask(&store, id, "d", LONG).await;
    }
    assert_eq!(store.approvals_waiting().await.unwrap(), 3);
    decide(&store, "b", no()).await;
    let ids = async |state, before, limit| {
        let rows = store.approvals("w", state, before, limit).await.unwrap();
        rows.into_iter().map(|row| row.asked.id).collect::<Vec<_>>()
    };
    let mut waiting = ids(Some("pending"), None, 10).await;
    waiting.sort_unstable();
    assert_eq!(waiting, ["a", "c"]);
    assert_eq!(ids(Some("denied"), None, 10).await, ["b"]);
    assert_eq!(store.approvals_waiting().await.unwrap(), 2);
    // Page by page, each once.
    let (mut seen, mut before) = (Vec::new(), None::<(String, String)>);
    loop {
        let at = before.as_ref().map(|(at, id)| (at.as_str(), id.as_str()));
        let page = store.approvals("w", None, at, 2).await.unwrap();
        let Some(last) = page.last() else { break };
        before = Some((last.created_at.clone(), last.asked.id.clone()));
        seen.extend(page.into_iter().map(|row| row.asked.id));
    }
    seen.sort_unstable();
    assert_eq!(seen, ["a", "b", "c"]);
    assert_eq!(store.approvals("v", None, None, 10).await.unwrap(), []);
    store.close().await;
}

/// What a model of one approval knows.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Model {
    Pending,
    Approved,
    Denied,
    Expired,
    Used,
}

/// Random interleavings of everything that can happen, beside a model that has
/// no database.
async fn nothing_runs_unapproved_or_twice_whatever_the_order(bed: &Bed) {
    let mut random = fastrand::Rng::with_seed(8);
    let mut store = bed.open().await;
    let mut model: BTreeMap<String, (String, Model)> = BTreeMap::new();
    let mut ran: BTreeMap<String, u32> = BTreeMap::new();
    for step in 0..400 {
        let known: Vec<String> = model.keys().cloned().collect();
        let some = (!known.is_empty()).then(|| known[random.usize(..known.len())].clone());
        match (random.u8(..10), some) {
            (0..=1, _) | (_, None) => {
                let (id, digest) = (format!("q{step}"), format!("d{}", random.u8(..3)));
                let is_late = random.u8(..5) == 0;
                let patience = if is_late { Duration::ZERO } else { LONG };
                ask(&store, &id, &digest, patience).await;
                let state = if is_late { Model::Expired } else { Model::Pending };
                model.insert(id, (digest, state));
            }
            (2..=3, Some(id)) => {
                let says_yes = random.u8(..3) > 0;
                decide(&store, &id, if says_yes { yes() } else { no() }).await;
                let state = &mut model.get_mut(&id).unwrap().1;
                if *state == Model::Pending {
                    *state = if says_yes { Model::Approved } else { Model::Denied };
                }
            }
            (4, Some(_)) => {
                store.close().await;
                store = bed.open().await;
            }
            (5..=7, Some(id)) => {
                let digest = format!("d{}", random.u8(..3));
                let used = store.use_approval("w", Some(&id), &bound(&digest)).await.unwrap();
                let (own, state) = model.get_mut(&id).unwrap();
                let may = *own == digest && *state == Model::Approved;
                assert_eq!(used.is_some(), may, "step {step}: {id} {own} {digest} {state:?}");
                if may {
                    *state = Model::Used;
                    *ran.entry(id).or_default() += 1;
                }
            }
            (_, Some(_)) => {
                let digest = format!("d{}", random.u8(..3));
                let used = store.use_approval("w", None, &bound(&digest)).await.unwrap();
                let fits =
                    |(own, state): &(String, Model)| *own == digest && *state == Model::Approved;
                assert_eq!(used.is_some(), model.values().any(fits), "step {step}");
                if let Some(id) = used {
                    assert!(fits(&model[&id]), "step {step}: {id}");
                    model.get_mut(&id).unwrap().1 = Model::Used;
                    *ran.entry(id).or_default() += 1;
                }
            }
        }
    }
    assert!(ran.len() > 10, "{}", ran.len());
    assert!(ran.values().all(|times| *times == 1));
    store.close().await;
}
