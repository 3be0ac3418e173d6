//! What calls add up to: how many, how good, how fast, how dear.
//!
//! Every number comes from the records of a workspace in a stretch of time. A
//! percentile is the smallest value that so many percent do not exceed.

use toolcrib::record::first_id_at;

use crate::Store;
use crate::error::StoreError;
use crate::sql::{Cell, Query, Row, query};
use crate::stamp::Stamp;
use crate::workspace::all;

/// Rows of an answer: a workspace can have many tools.
const ROWS_MAX: i64 = 1_000;

/// A stretch of time, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// From then on.
    pub since_ms: u64,
    /// And before that.
    pub until_ms: u64,
}

/// What calls are put together by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The tool.
    Tool,
    /// The agent; calls of nobody in particular are left out.
    Agent,
    /// Nothing: all calls.
    All,
}

/// Percentiles of something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Percentiles {
    /// Half do not exceed it.
    pub p50: i64,
    /// 95 percent do not.
    pub p95: i64,
    /// 99 percent do not.
    pub p99: i64,
    /// None does.
    pub max: i64,
    /// The mean.
    pub mean: i64,
}

/// What some calls add up to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallStats {
    /// The tool or agent.
    pub id: String,
    /// Calls that ended.
    pub calls: i64,
    /// Those that failed.
    pub errors: i64,
    /// Those that took longer than their latency budget.
    pub over_budget: i64,
    /// Attempts beyond the first.
    pub retries: i64,
    /// Microseconds.
    pub duration_us: Percentiles,
    /// Bytes of the answers.
    pub bytes: Percentiles,
    /// Bytes of all answers.
    pub bytes_sum: i64,
    /// When the last one began.
    pub last_at: String,
}

/// How often a tool failed in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorStats {
    /// The tool.
    pub tool_id: String,
    /// The error's type.
    pub error_type: String,
    /// How often.
    pub count: i64,
}

/// What happened in one hour or day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// The hour or day, as the beginning of a stamp: `2026-01-31T10`, `2026-01-31`.
    pub at: String,
    /// Calls that ended.
    pub calls: i64,
    /// Those that failed.
    pub errors: i64,
    /// Tokens that models read and wrote.
    pub tokens: i64,
    /// Millionths of what vendors bill in.
    pub cost_micros: i64,
}

/// What models took for an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentCost {
    /// The agent.
    pub agent_id: String,
    /// Tokens that were read.
    pub input_tokens: i64,
    /// Tokens that were written.
    pub output_tokens: i64,
    /// Tokens that were read from a cache.
    pub cached_tokens: i64,
    /// Millionths of what the vendor bills in, where it says.
    pub cost_micros: Option<i64>,
}

/// How finely time is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// By hours.
    Hour,
    /// By days.
    Day,
}

impl Stretch {
    fn ids(self) -> [Cell; 2] {
        [first_id_at(self.since_ms).into(), first_id_at(self.until_ms).into()]
    }

    fn stamps(self) -> [Cell; 2] {
        [self.since_ms, self.until_ms].map(|ms| Stamp::from_ms(ms).as_str().into())
    }
}

/// The calls that count: those of tools that exist, that ended and were meant. One
/// that only asked a person is not one that failed.
const COUNTED: &str = "workspace_id = $1 AND id >= $2 AND id < $3 AND ok IS NOT NULL \
    AND dry_run = FALSE AND tool_version IS NOT NULL \
    AND (error_type IS NULL OR error_type <> 'CONFIRMATION_REQUIRED')";

impl Store {
    /// What the calls of a workspace add up to, those with most calls first.
    pub async fn call_stats(
        &self,
        workspace: &str,
        stretch: Stretch,
        by: By,
    ) -> Result<Vec<CallStats>, StoreError> {
        let (group, more) = match by {
            By::Tool => ("tool_id", ""),
            By::Agent => ("agent_id", " AND agent_id IS NOT NULL"),
            By::All => ("workspace_id", ""),
        };
        let at = |rank: &str, value: &str| {
            let percentile = |percent: u8| {
                format!("MIN(CASE WHEN {rank} * 100 >= n * {percent} THEN {value} END)")
            };
            let [p50, p95, p99] = [50, 95, 99].map(percentile);
            format!("{p50}, {p95}, {p99}, MAX({value}), CAST(AVG({value}) AS BIGINT)")
        };
        let text = format!(
            "WITH counted AS (
                 SELECT {group} AS g, duration_us AS d, response_bytes AS b, ok, over_budget,
                     attempts, created_at,
                     ROW_NUMBER() OVER (PARTITION BY {group} ORDER BY duration_us) AS r,
                     ROW_NUMBER() OVER (PARTITION BY {group} ORDER BY response_bytes) AS s,
                     COUNT(*) OVER (PARTITION BY {group}) AS n
                 FROM calls WHERE {COUNTED}{more})
             SELECT g, n, SUM(CASE WHEN ok THEN 0 ELSE 1 END),
                 SUM(CASE WHEN over_budget THEN 1 ELSE 0 END),
                 CAST(SUM(CASE WHEN attempts > 1 THEN attempts - 1 ELSE 0 END) AS BIGINT),
                 {}, {}, CAST(SUM(b) AS BIGINT), MAX(created_at)
             FROM counted GROUP BY g, n ORDER BY n DESC, g LIMIT $4",
            at("r", "d"),
            at("s", "b"),
        );
        let [since, until] = stretch.ids();
        let params = vec![workspace.into(), since, until, ROWS_MAX.into()];
        all(self.rows(Query { text: text.into(), params }).await?, CallStats::read)
    }

    /// How often each tool failed in which way.
    pub async fn error_stats(
        &self,
        workspace: &str,
        stretch: Stretch,
    ) -> Result<Vec<ErrorStats>, StoreError> {
        let text = format!(
            "SELECT tool_id, error_type, COUNT(*) FROM calls
             WHERE {COUNTED} AND error_type IS NOT NULL
             GROUP BY tool_id, error_type ORDER BY 3 DESC, 1, 2 LIMIT $4"
        );
        let [since, until] = stretch.ids();
        let params = vec![workspace.into(), since, until, (ROWS_MAX * 20).into()];
        all(self.rows(Query { text: text.into(), params }).await?, |mut row| {
            Ok(ErrorStats { tool_id: row.text()?, error_type: row.text()?, count: row.int()? })
        })
    }

    /// How often somebody asked for a tool that does not exist.
    pub async fn unknown_calls(
        &self,
        workspace: &str,
        stretch: Stretch,
    ) -> Result<i64, StoreError> {
        let [since, until] = stretch.ids();
        let query = query!(
            "SELECT COUNT(*) FROM calls WHERE workspace_id = $1 AND id >= $2 AND id < $3
             AND ok IS NOT NULL AND tool_version IS NULL",
            workspace,
            since,
            until,
        );
        self.rows(query).await?.pop().map_or(Ok(0), |mut row| row.int())
    }

    /// What happened hour by hour or day by day; those without anything are left
    /// out.
    pub async fn over_time(
        &self,
        workspace: &str,
        stretch: Stretch,
        grain: Grain,
    ) -> Result<Vec<Moment>, StoreError> {
        let digits = match grain {
            Grain::Hour => "13",
            Grain::Day => "10",
        };
        let [since, until] = stretch.ids();
        let calls = Query {
            text: format!(
                "SELECT SUBSTR(created_at, 1, {digits}) AS at, COUNT(*),
                     SUM(CASE WHEN ok THEN 0 ELSE 1 END)
                 FROM calls WHERE {COUNTED} GROUP BY 1 ORDER BY 1"
            )
            .into(),
            params: vec![workspace.into(), since, until],
        };
        let [since, until] = stretch.stamps();
        let costs = Query {
            text: format!(
                "SELECT SUBSTR(created_at, 1, {digits}) AS at,
                     CAST(SUM(input_tokens + output_tokens) AS BIGINT),
                     CAST(COALESCE(SUM(cost_micros), 0) AS BIGINT)
                 FROM usage WHERE workspace_id = $1 AND created_at >= $2 AND created_at < $3
                 GROUP BY 1 ORDER BY 1"
            )
            .into(),
            params: vec![workspace.into(), since, until],
        };
        let [calls, costs] = self.read([calls, costs]).await?;
        let mut moments = std::collections::BTreeMap::<String, Moment>::new();
        for mut row in calls {
            let at = row.text()?;
            let moment = moments.entry(at).or_default();
            (moment.calls, moment.errors) = (row.int()?, row.int()?);
        }
        for mut row in costs {
            let at = row.text()?;
            let moment = moments.entry(at).or_default();
            (moment.tokens, moment.cost_micros) = (row.int()?, row.int()?);
        }
        Ok(moments.into_iter().map(|(at, moment)| Moment { at, ..moment }).collect())
    }

    /// What models took for each agent, the dearest first.
    pub async fn agent_costs(
        &self,
        workspace: &str,
        stretch: Stretch,
    ) -> Result<Vec<AgentCost>, StoreError> {
        let [since, until] = stretch.stamps();
        let query = query!(
            "SELECT agent_id, CAST(SUM(input_tokens) AS BIGINT), CAST(SUM(output_tokens) AS BIGINT),
                 CAST(SUM(cached_tokens) AS BIGINT), CAST(SUM(cost_micros) AS BIGINT)
             FROM usage WHERE workspace_id = $1 AND created_at >= $2 AND created_at < $3
             GROUP BY agent_id
             ORDER BY COALESCE(SUM(cost_micros), 0) DESC, SUM(input_tokens) DESC, agent_id LIMIT $4",
            workspace,
            since,
            until,
            ROWS_MAX,
        );
        all(self.rows(query).await?, |mut row| {
            Ok(AgentCost {
                agent_id: row.text()?,
                input_tokens: row.int()?,
                output_tokens: row.int()?,
                cached_tokens: row.int()?,
                cost_micros: row.maybe_int()?,
            })
        })
    }
}

impl CallStats {
    fn read(mut row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.text()?,
            calls: row.int()?,
            errors: row.int()?,
            over_budget: row.int()?,
            retries: row.int()?,
            duration_us: Percentiles::read(&mut row)?,
            bytes: Percentiles::read(&mut row)?,
            bytes_sum: row.int()?,
            last_at: row.text()?,
        })
    }
}

impl Percentiles {
    fn read(row: &mut Row) -> Result<Self, StoreError> {
        Ok(Self {
            p50: row.int()?,
            p95: row.int()?,
            p99: row.int()?,
            max: row.int()?,
            mean: row.int()?,
        })
    }
}
