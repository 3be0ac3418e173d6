//! What calls add up to, beside a model that adds up itself.

use std::collections::BTreeMap;

use toolcrib::ErrorType;
use toolcrib::record::first_id_at;
use toolcrib_store::{By, Grain, Percentiles, Stretch, UsageRow};

use crate::bed::Bed;
use crate::telling::{call, settle};

crate::contract!(
    numbers_are_those_of_the_records,
    time_is_cut_in_hours_and_days,
    what_models_took_is_summed_by_agent,
    nothing_adds_up_to_nothing,
);

const MS: u64 = 1_790_000_000_000;

const ALL: Stretch = Stretch { since_ms: 0, until_ms: MS * 2 };

/// The smallest value that so many percent do not exceed.
fn percentile(sorted: &[i64], percent: usize) -> i64 {
    sorted[(sorted.len() * percent).div_ceil(100) - 1]
}

async fn numbers_are_those_of_the_records(bed: &Bed) {
    let store = bed.open().await;
    let mut random = fastrand::Rng::with_seed(5);
    let mut model: BTreeMap<&str, Vec<(i64, bool)>> = BTreeMap::new();
    for number in 0..300 {
        let tool = ["alpha", "beta", "gamma"][random.usize(..3)];
        let (duration_us, ok) = (random.u64(1..1_000_000), random.u8(..4) > 0);
        let id = format!("{}{number:012}", first_id_at(MS + number));
        let mut told = call(&id);
        told.tool = tool.into();
        told.tool_version = Some("1.0.0".into());
        told.duration_us = duration_us;
        told.caller.agent = (number % 2 == 0).then(|| "scout".into());
        if !ok {
            told.answer = Err(ErrorType::Timeout);
        }
        settle(told.finish(&store)).await.unwrap();
        model.entry(tool).or_default().push((duration_us as i64, ok));
    }
    // Neither counts: no tool of this name, and one that only asked a person.
    settle(call("unknown").finish(&store)).await.unwrap();
    let mut asked = call(&format!("{}{:012}", first_id_at(MS), 999));
    asked.tool = "alpha".into();
    asked.tool_version = Some("1.0.0".into());
    asked.answer = Err(ErrorType::ConfirmationRequired);
    settle(asked.finish(&store)).await.unwrap();
    let stats = store.call_stats("w", ALL, By::Tool).await.unwrap();
    assert_eq!(stats.len(), 3);
    assert!(stats.is_sorted_by(|one, next| one.calls >= next.calls));
    for one in &stats {
        let own = &model[one.id.as_str()];
        let mut sorted: Vec<i64> = own.iter().map(|(us, _)| *us).collect();
        sorted.sort_unstable();
        assert_eq!(one.calls, own.len() as i64);
        assert_eq!(one.errors, own.iter().filter(|(_, ok)| !ok).count() as i64);
        assert_eq!((one.over_budget, one.retries), (one.calls, 0));
        let Percentiles { p50, p95, p99, max, mean } = one.duration_us;
        let expected = [50, 95, 99, 100].map(|percent| percentile(&sorted, percent));
        assert_eq!([p50, p95, p99, max], expected, "{}", one.id);
        let exact = sorted.iter().sum::<i64>() as f64 / sorted.len() as f64;
        assert!((mean as f64 - exact).abs() <= 1.0, "{mean} {exact}");
        assert_eq!((one.bytes.p50, one.bytes_sum), (12, 12 * one.calls));
    }
    let agents = store.call_stats("w", ALL, By::Agent).await.unwrap();
    assert_eq!(
        agents.iter().map(|one| (&*one.id, one.calls)).collect::<Vec<_>>(),
        [("scout", 150)]
    );
    let total = store.call_stats("w", ALL, By::All).await.unwrap();
    assert_eq!(total[0].calls, 300);
    let errors = store.error_stats("w", ALL).await.unwrap();
    assert_eq!(errors.iter().map(|one| one.count).sum::<i64>(), total[0].errors);
    assert!(errors.iter().all(|one| one.error_type == "TIMEOUT"));
    // The time of a call is that of its id.
    let some = Stretch { since_ms: MS + 100, until_ms: MS + 200 };
    assert_eq!(store.call_stats("w", some, By::All).await.unwrap()[0].calls, 100);
    assert_eq!(store.call_stats("v", ALL, By::Tool).await.unwrap(), []);
    store.close().await;
}

async fn time_is_cut_in_hours_and_days(bed: &Bed) {
    let store = bed.open().await;
    for (number, at) in
        ["2026-01-31T10:00:00.000Z", "2026-01-31T10:59:59.999Z", "2026-01-31T11:00:00.000Z"]
            .iter()
            .enumerate()
    {
        let mut told = call(&format!("{}{number}", first_id_at(MS)));
        told.tool_version = Some("1.0.0".into());
        settle(told.finish(&store)).await.unwrap();
        bed.ask(&format!("UPDATE calls SET created_at = '{at}' WHERE id LIKE '%{number}'")).await;
    }
    let usage =
        UsageRow { agent_id: "a".into(), input_tokens: 7, output_tokens: 3, ..UsageRow::default() };
    store.add_usage("w", None, &[usage]).await.unwrap();
    bed.ask("UPDATE usage SET created_at = '2026-02-01T00:00:00.000Z'").await;
    let hours = store.over_time("w", ALL, Grain::Hour).await.unwrap();
    let seen: Vec<_> = hours.iter().map(|one| (&*one.at, one.calls, one.tokens)).collect();
    assert_eq!(seen, [("2026-01-31T10", 2, 0), ("2026-01-31T11", 1, 0), ("2026-02-01T00", 0, 10)]);
    let days = store.over_time("w", ALL, Grain::Day).await.unwrap();
    let seen: Vec<_> = days.iter().map(|one| (&*one.at, one.calls)).collect();
    assert_eq!(seen, [("2026-01-31", 3), ("2026-02-01", 0)]);
    store.close().await;
}

async fn what_models_took_is_summed_by_agent(bed: &Bed) {
    let store = bed.open().await;
    let took = |agent: &str, input_tokens, cost_micros| UsageRow {
        agent_id: agent.into(),
        input_tokens,
        output_tokens: 1,
        cached_tokens: 0,
        cost_micros,
    };
    store
        .add_usage("w", None, &[took("cheap", 100, None), took("dear", 5, Some(40))])
        .await
        .unwrap();
    store.add_usage("w", None, &[took("dear", 5, Some(2))]).await.unwrap();
    let costs = store.agent_costs("w", ALL).await.unwrap();
    let seen: Vec<_> =
        costs.iter().map(|one| (&*one.agent_id, one.input_tokens, one.cost_micros)).collect();
    assert_eq!(seen, [("dear", 10, Some(42)), ("cheap", 100, None)]);
    store.close().await;
}

async fn nothing_adds_up_to_nothing(bed: &Bed) {
    let store = bed.open().await;
    assert_eq!(store.call_stats("w", ALL, By::All).await.unwrap(), []);
    assert_eq!(store.error_stats("w", ALL).await.unwrap(), []);
    assert_eq!(store.over_time("w", ALL, Grain::Day).await.unwrap(), []);
    assert_eq!(store.agent_costs("w", ALL).await.unwrap(), []);
    assert_eq!(store.unknown_calls("w", ALL).await.unwrap(), 0);
    store.close().await;
}
