//! `toolcrib stats`.

use std::io::Write as _;

use anyhow::Result;
use toolcrib_store::{Store, Stretch, now_ms};

use super::arguments::Stats;
use super::{Exit, Streams};
use crate::moment;
use crate::observe::Analytics;

pub(super) async fn run(
    stats: &Stats,
    store: &Store,
    workspace: &str,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let now = now_ms() + 1;
    let until = stats.until.as_ref().map_or(Ok(now), |said| moment::parse(said, now));
    let span = until.and_then(|until_ms| {
        moment::parse(&stats.since, now).map(|since_ms| Stretch { since_ms, until_ms })
    });
    let span = match span {
        Ok(span) => span,
        Err(error) => return streams.fail(Exit::Usage, &error.to_string(), json),
    };
    let analytics = Analytics::of(store, workspace, span).await?;
    if json {
        streams.print_json(&analytics)?;
        return Ok(Exit::Done);
    }
    let totals = &analytics.totals;
    if totals.calls == 0 && analytics.agents.is_empty() {
        writeln!(
            streams.err,
            "The workspace `{workspace}` has no calls in this time; `--since 30d` looks further \
             back."
        )?;
        return Ok(Exit::Done);
    }
    writeln!(
        streams.out,
        "{} calls, {} failed ({}); {} of tools that do not exist; {} tokens in, {} out, cost {:.4}",
        totals.calls,
        totals.errors,
        percent(totals.error_rate),
        totals.unknown_tools,
        totals.input_tokens,
        totals.output_tokens,
        totals.cost,
    )?;
    let tools = analytics.tools.iter().map(|tool| {
        let [p50, p95, p99] = tool.latency_ms.each().map(|ms| format!("{ms:.1}"));
        let worst = tool.errors_by_type.iter().max_by_key(|(_, count)| **count);
        [
            tool.tool_id.clone(),
            tool.calls.to_string(),
            percent(tool.error_rate),
            p50,
            p95,
            p99,
            tool.over_budget.to_string(),
            worst.map_or("-".to_owned(), |(kind, count)| format!("{kind} {count}")),
        ]
    });
    writeln!(streams.out)?;
    streams.print_table(
        ["TOOL", "CALLS", "FAILED", "P50 MS", "P95 MS", "P99 MS", "SLOW", "MOST OFTEN"],
        tools,
    )?;
    if !analytics.agents.is_empty() {
        let agents = analytics.agents.iter().map(|agent| {
            [
                agent.agent_id.clone(),
                agent.calls.to_string(),
                percent(agent.error_rate),
                agent.input_tokens.to_string(),
                agent.output_tokens.to_string(),
                agent.cost.map_or("-".to_owned(), |cost| format!("{cost:.4}")),
            ]
        });
        writeln!(streams.out)?;
        streams
            .print_table(["AGENT", "CALLS", "FAILED", "TOKENS IN", "TOKENS OUT", "COST"], agents)?;
    }
    let times = analytics.over_time.iter().map(|time| {
        [
            time.at.clone(),
            time.calls.to_string(),
            time.errors.to_string(),
            time.tokens.to_string(),
            format!("{:.4}", time.cost),
        ]
    });
    writeln!(streams.out)?;
    streams.print_table(["TIME (UTC)", "CALLS", "FAILED", "TOKENS", "COST"], times)?;
    Ok(Exit::Done)
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}
