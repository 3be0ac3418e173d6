//! What the records of a workspace add up to.

use std::collections::BTreeMap;

use serde::Serialize;
use toolcrib_agents::BYTES_PER_TOKEN;
use toolcrib_store::{
    AgentCost, By, CallStats, Grain, Moment, Percentiles, Store, StoreError, Stretch,
};
use utoipa::ToSchema;

/// Hours up to which time is cut in hours; then in days.
const HOURS_MAX: u64 = 72;

/// How finely time is cut.
fn grain(stretch: Stretch) -> Grain {
    let hours = stretch.until_ms.saturating_sub(stretch.since_ms) / 3_600_000;
    if hours <= HOURS_MAX { Grain::Hour } else { Grain::Day }
}

/// What each tool did, by its id.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Metrics {
    /// Milliseconds since 1970.
    pub since: u64,
    /// Milliseconds since 1970.
    pub until: u64,
    /// The tools that were called.
    pub tools: BTreeMap<String, ToolMetrics>,
}

/// What one tool did.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolMetrics {
    execution_count: i64,
    error_count: i64,
    /// From 0 to 1.
    error_rate: f64,
    /// How often it failed in which way.
    error_breakdown: BTreeMap<String, i64>,
    /// Calls that took longer than the latency budget.
    budget_violations: i64,
    /// Attempts beyond the first.
    retries: i64,
    /// Milliseconds.
    latency: Numbers,
    /// Bytes of the answers.
    size: Numbers,
    /// Tokens that all answers are estimated to have.
    estimated_tokens: i64,
}

/// Percentiles of something.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct Numbers {
    p50: f64,
    p95: f64,
    p99: f64,
    max: f64,
    mean: f64,
}

/// How a workspace is used.
#[derive(Debug, Serialize, ToSchema)]
pub struct Analytics {
    /// Milliseconds since 1970.
    pub since: u64,
    /// Milliseconds since 1970.
    pub until: u64,
    /// All calls.
    pub totals: Totals,
    /// Each tool, the most used first.
    pub tools: Vec<ToolUse>,
    /// The ids of the tools whose 95th percentile is highest, the slowest first.
    pub slowest: Vec<String>,
    /// Each agent, the dearest first.
    pub agents: Vec<AgentUse>,
    /// Hour by hour, or day by day where that is too much.
    pub over_time: Vec<TimeUse>,
}

/// What all calls add up to.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct Totals {
    /// Calls that ended.
    pub calls: i64,
    /// Those that failed.
    pub errors: i64,
    /// From 0 to 1.
    pub error_rate: f64,
    /// Calls of tools that do not exist.
    pub unknown_tools: i64,
    /// Milliseconds.
    pub latency_ms: Numbers,
    /// Tokens that models read.
    pub input_tokens: i64,
    /// Tokens that models wrote.
    pub output_tokens: i64,
    /// What models cost, where vendors say.
    pub cost: f64,
}

/// How a tool is used.
#[derive(Debug, Serialize, ToSchema)]
pub struct ToolUse {
    /// The tool.
    pub tool_id: String,
    /// Calls that ended.
    pub calls: i64,
    /// Those that failed.
    pub errors: i64,
    /// From 0 to 1.
    pub error_rate: f64,
    /// How often it failed in which way.
    pub errors_by_type: BTreeMap<String, i64>,
    /// Calls that took longer than the latency budget.
    pub over_budget: i64,
    /// Milliseconds.
    pub latency_ms: Numbers,
    /// Bytes of the answers.
    pub response_bytes: Numbers,
    /// When it was last called.
    pub last_called_at: String,
}

/// How an agent uses tools and models.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct AgentUse {
    /// The agent.
    pub agent_id: String,
    /// Its calls that ended.
    pub calls: i64,
    /// Those that failed.
    pub errors: i64,
    /// From 0 to 1.
    pub error_rate: f64,
    /// Milliseconds.
    pub latency_ms: Numbers,
    /// Tokens that its model read.
    pub input_tokens: i64,
    /// Tokens that its model wrote.
    pub output_tokens: i64,
    /// Tokens that were read from a cache.
    pub cached_tokens: i64,
    /// What its model cost, where the vendor says.
    pub cost: Option<f64>,
}

/// What happened in an hour or a day.
#[derive(Debug, Serialize, ToSchema)]
pub struct TimeUse {
    /// The hour or day: `2026-01-31T10` or `2026-01-31`, in UTC.
    pub at: String,
    /// Calls that ended.
    pub calls: i64,
    /// Those that failed.
    pub errors: i64,
    /// Tokens that models read and wrote.
    pub tokens: i64,
    /// What they cost, where vendors say.
    pub cost: f64,
}

/// Tools that are named as slow.
const SLOWEST: usize = 10;

impl Metrics {
    /// What the tools of a workspace did.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    pub async fn of(store: &Store, workspace: &str, stretch: Stretch) -> Result<Self, StoreError> {
        let stats = store.call_stats(workspace, stretch, By::Tool).await?;
        let mut errors = errors(store, workspace, stretch).await?;
        let tools = stats.into_iter().map(|stats| {
            let metrics = ToolMetrics {
                execution_count: stats.calls,
                error_count: stats.errors,
                error_rate: share(stats.errors, stats.calls),
                error_breakdown: errors.remove(&stats.id).unwrap_or_default(),
                budget_violations: stats.over_budget,
                retries: stats.retries,
                latency: Numbers::of(stats.duration_us, 1_000.0),
                size: Numbers::of(stats.bytes, 1.0),
                estimated_tokens: stats.bytes_sum.div_euclid(BYTES_PER_TOKEN as i64),
            };
            (stats.id, metrics)
        });
        Ok(Self { since: stretch.since_ms, until: stretch.until_ms, tools: tools.collect() })
    }
}

impl Analytics {
    /// How a workspace is used.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    pub async fn of(store: &Store, workspace: &str, stretch: Stretch) -> Result<Self, StoreError> {
        let all = store.call_stats(workspace, stretch, By::All).await?.pop().unwrap_or_default();
        let stats = store.call_stats(workspace, stretch, By::Tool).await?;
        let by_agent = store.call_stats(workspace, stretch, By::Agent).await?;
        let costs = store.agent_costs(workspace, stretch).await?;
        let unknown_tools = store.unknown_calls(workspace, stretch).await?;
        let moments = store.over_time(workspace, stretch, grain(stretch)).await?;
        let mut errors = errors(store, workspace, stretch).await?;
        let mut slow: Vec<(i64, String)> =
            stats.iter().map(|stats| (stats.duration_us.p95, stats.id.clone())).collect();
        slow.sort_unstable_by(|one, other| other.cmp(one));
        let tools = stats.into_iter().map(|stats| ToolUse {
            calls: stats.calls,
            errors: stats.errors,
            error_rate: share(stats.errors, stats.calls),
            errors_by_type: errors.remove(&stats.id).unwrap_or_default(),
            over_budget: stats.over_budget,
            latency_ms: Numbers::of(stats.duration_us, 1_000.0),
            response_bytes: Numbers::of(stats.bytes, 1.0),
            last_called_at: stats.last_at,
            tool_id: stats.id,
        });
        let totals = Totals {
            calls: all.calls,
            errors: all.errors,
            error_rate: share(all.errors, all.calls),
            unknown_tools,
            latency_ms: Numbers::of(all.duration_us, 1_000.0),
            input_tokens: costs.iter().map(|cost| cost.input_tokens).sum(),
            output_tokens: costs.iter().map(|cost| cost.output_tokens).sum(),
            cost: money(costs.iter().filter_map(|cost| cost.cost_micros).sum()),
        };
        Ok(Self {
            since: stretch.since_ms,
            until: stretch.until_ms,
            totals,
            tools: tools.collect(),
            slowest: slow.into_iter().take(SLOWEST).map(|(_, id)| id).collect(),
            agents: agents(by_agent, costs),
            over_time: moments.into_iter().map(TimeUse::from).collect(),
        })
    }
}

/// Those that called and those that were paid for, each once.
fn agents(calls: Vec<CallStats>, costs: Vec<AgentCost>) -> Vec<AgentUse> {
    let mut agents: Vec<AgentUse> = costs
        .into_iter()
        .map(|cost| AgentUse {
            agent_id: cost.agent_id,
            input_tokens: cost.input_tokens,
            output_tokens: cost.output_tokens,
            cached_tokens: cost.cached_tokens,
            cost: cost.cost_micros.map(money),
            ..AgentUse::default()
        })
        .collect();
    for stats in calls {
        let at = agents.iter().position(|agent| agent.agent_id == stats.id).unwrap_or_else(|| {
            agents.push(AgentUse { agent_id: stats.id.clone(), ..AgentUse::default() });
            agents.len() - 1
        });
        let agent = &mut agents[at];
        (agent.calls, agent.errors) = (stats.calls, stats.errors);
        agent.error_rate = share(stats.errors, stats.calls);
        agent.latency_ms = Numbers::of(stats.duration_us, 1_000.0);
    }
    agents
}

async fn errors(
    store: &Store,
    workspace: &str,
    stretch: Stretch,
) -> Result<BTreeMap<String, BTreeMap<String, i64>>, StoreError> {
    let mut by_tool: BTreeMap<String, BTreeMap<String, i64>> = BTreeMap::new();
    for one in store.error_stats(workspace, stretch).await? {
        by_tool.entry(one.tool_id).or_default().insert(one.error_type, one.count);
    }
    Ok(by_tool)
}

impl Numbers {
    #[expect(clippy::cast_precision_loss, reason = "nobody reads the sixteenth digit")]
    fn of(percentiles: Percentiles, unit: f64) -> Self {
        let Percentiles { p50, p95, p99, max, mean } = percentiles;
        let [p50, p95, p99, max, mean] = [p50, p95, p99, max, mean].map(|n| n as f64 / unit);
        Self { p50, p95, p99, max, mean }
    }

    /// The 50th, 95th and 99th percentile.
    pub fn each(&self) -> [f64; 3] {
        [self.p50, self.p95, self.p99]
    }
}

impl From<Moment> for TimeUse {
    fn from(moment: Moment) -> Self {
        Self {
            at: moment.at,
            calls: moment.calls,
            errors: moment.errors,
            tokens: moment.tokens,
            cost: money(moment.cost_micros),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "nobody has that many calls")]
fn share(some: i64, all: i64) -> f64 {
    if all == 0 { 0.0 } else { some as f64 / all as f64 }
}

#[expect(clippy::cast_precision_loss, reason = "nobody owes that much")]
fn money(micros: i64) -> f64 {
    micros as f64 / 1e6
}
