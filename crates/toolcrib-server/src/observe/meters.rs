//! Counters of calls, by tool.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use toolcrib::ErrorType;
use toolcrib::record::{Event, EventKind};
use toolcrib_agents::BYTES_PER_TOKEN;

/// Tools with series of their own; the others share one.
const TOOLS_MAX: usize = 1_000;

/// The series of calls of tools that do not exist.
const UNKNOWN: &str = "_unknown";

/// The series of tools beyond those that have their own.
const OTHERS: &str = "_others";

/// Seconds.
const DURATIONS: [f64; 14] =
    [0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0];

/// Bytes.
const SIZES: [f64; 8] = [64.0, 256.0, 1_024.0, 4_096.0, 16_384.0, 65_536.0, 262_144.0, 1_048_576.0];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ByTool {
    tool: Name,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ByOutcome {
    tool: Name,
    outcome: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ByReason {
    reason: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ByVersion {
    version: String,
}

/// A tool's name as a label.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Name(Arc<str>);

impl EncodeLabelValue for Name {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> Result<(), std::fmt::Error> {
        (&*self.0).encode(encoder)
    }
}

/// What is counted of one tool: found once for each call, then only added to.
struct ToolMeters {
    name: Name,
    ok: Counter,
    durations: Histogram,
    sizes: Histogram,
    tokens: Counter,
    retries: Counter,
    over_budget: Counter,
}

/// Everything that is counted.
pub struct Meters {
    registry: Registry,
    tools: RwLock<HashMap<Arc<str>, Arc<ToolMeters>>>,
    calls: Family<ByOutcome, Counter>,
    durations: Family<ByTool, Histogram, fn() -> Histogram>,
    sizes: Family<ByTool, Histogram, fn() -> Histogram>,
    tokens: Family<ByTool, Counter>,
    retries: Family<ByTool, Counter>,
    over_budget: Family<ByTool, Counter>,
    loops: Family<ByReason, Counter>,
    store: Histogram,
    contexts: Counter,
    gauges: Gauges,
}

/// What is looked up when somebody wants to see it.
#[derive(Default)]
struct Gauges {
    approvals: Gauge,
    sessions: Gauge,
    workspaces: Gauge,
    unrecorded: Gauge,
    tools: Gauge,
    load_ms: Gauge,
    circuits: Family<ByTool, Gauge>,
    version: Family<ByVersion, Gauge>,
}

/// How things stand, beside what was counted.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// Calls that wait for a person.
    pub approvals_waiting: i64,
    /// Conversations that are remembered.
    pub sessions: i64,
    /// Workspaces that are open.
    pub workspaces: i64,
    /// Calls that could not be written down.
    pub unrecorded: i64,
    /// Tools that everybody sees, and their version.
    pub tools: i64,
    /// Which set of tools.
    pub registry_version: String,
    /// How long it took to load them.
    pub load: Duration,
    /// Tools that are left alone, and in how many workspaces.
    pub circuits: HashMap<Arc<str>, i64>,
}

impl Default for Meters {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("toolcrib");
        let durations: Family<_, _, fn() -> Histogram> =
            Family::new_with_constructor(|| Histogram::new(DURATIONS));
        let sizes: Family<_, _, fn() -> Histogram> =
            Family::new_with_constructor(|| Histogram::new(SIZES));
        let meters = Self {
            tools: RwLock::default(),
            calls: Family::default(),
            durations,
            sizes,
            tokens: Family::default(),
            retries: Family::default(),
            over_budget: Family::default(),
            loops: Family::default(),
            store: Histogram::new(DURATIONS),
            contexts: Counter::default(),
            gauges: Gauges::default(),
            registry: Registry::default(),
        };
        registry.register("calls", "Calls that ended, by tool and outcome", meters.calls.clone());
        let help = "How long calls took, in seconds";
        registry.register("call_duration_seconds", help, meters.durations.clone());
        let help = "Bytes of the answers, as JSON";
        registry.register("response_bytes", help, meters.sizes.clone());
        let help = "Tokens that the answers are estimated to have";
        registry.register("response_tokens", help, meters.tokens.clone());
        registry.register("retries", "Attempts beyond the first", meters.retries.clone());
        let help = "Calls that took longer than the latency budget of their tool";
        registry.register("latency_budget_violations", help, meters.over_budget.clone());
        let help = "Calls that were refused because their turn goes in circles";
        registry.register("loops_detected", help, meters.loops.clone());
        let help = "How long it took to write a record, in seconds";
        registry.register("store_write_seconds", help, meters.store.clone());
        let help = "Turns in which tools took up too much of a model's context";
        registry.register("context_warnings", help, meters.contexts.clone());
        let gauges = &meters.gauges;
        for (name, help, gauge) in [
            ("approvals_waiting", "Calls that wait for a person", &gauges.approvals),
            ("sessions", "Conversations that this server remembers", &gauges.sessions),
            ("workspaces", "Workspaces that are open", &gauges.workspaces),
            ("calls_unrecorded", "Calls that could not be written down", &gauges.unrecorded),
            ("tools", "Tools that every workspace sees", &gauges.tools),
            ("registry_load_milliseconds", "How long it took to load the tools", &gauges.load_ms),
        ] {
            registry.register(name, help, gauge.clone());
        }
        let help = "Workspaces in which a tool is left alone because it keeps failing";
        registry.register("circuit_open", help, gauges.circuits.clone());
        let help = "The version of the tools that every workspace sees";
        registry.register("registry_info", help, gauges.version.clone());
        Self { registry, ..meters }
    }
}

impl Meters {
    /// Counts one event in the life of a call.
    pub(super) fn count(&self, event: &Event<'_>) {
        if event.dry_run {
            return;
        }
        match event.kind {
            EventKind::Started => {}
            EventKind::Retried => drop(self.tool(event).retries.inc()),
            EventKind::Finished => self.finished(event),
        }
    }

    fn finished(&self, event: &Event<'_>) {
        let tool = self.tool(event);
        match event.error_type {
            None => drop(tool.ok.inc()),
            Some(kind) => self.failed(&tool, kind, event.rule),
        }
        #[expect(
            clippy::cast_precision_loss,
            reason = "nobody measures centuries in microseconds"
        )]
        tool.durations.observe(event.duration_us as f64 / 1e6);
        if event.error_type.is_none() {
            #[expect(clippy::cast_precision_loss, reason = "an answer has a megabyte at most")]
            tool.sizes.observe(event.response_bytes as f64);
            tool.tokens.inc_by(event.response_bytes / BYTES_PER_TOKEN as u64);
        }
        if event.over_budget {
            tool.over_budget.inc();
        }
    }

    fn failed(&self, tool: &ToolMeters, kind: ErrorType, rule: Option<&'static str>) {
        let labels = ByOutcome { tool: tool.name.clone(), outcome: kind.name() };
        self.calls.get_or_create(&labels).inc();
        if kind == ErrorType::LoopDetected {
            let reason = rule.unwrap_or("nesting");
            self.loops.get_or_create(&ByReason { reason }).inc();
        }
    }

    /// The meters of a call's tool (1).
    fn tool(&self, event: &Event<'_>) -> Arc<ToolMeters> {
        match event.tool_version {
            Some(_) => self.named(event.tool_id),
            None => self.named(&UNKNOWN.into()),
        }
    }

    fn named(&self, id: &Arc<str>) -> Arc<ToolMeters> {
        // Meters are only ever added whole; a panic cannot spoil the map.
        let known = self.tools.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(meters) = known.get(id) {
            return Arc::clone(meters);
        }
        let is_full = known.len() >= TOOLS_MAX;
        drop(known);
        if is_full && **id != *OTHERS && **id != *UNKNOWN {
            return self.named(&OTHERS.into());
        }
        let name = Name(Arc::clone(id));
        let by_tool = ByTool { tool: name.clone() };
        let ok = ByOutcome { tool: name.clone(), outcome: "OK" };
        let meters = Arc::new(ToolMeters {
            ok: self.calls.get_or_create_owned(&ok),
            durations: self.durations.get_or_create_owned(&by_tool),
            sizes: self.sizes.get_or_create_owned(&by_tool),
            tokens: self.tokens.get_or_create_owned(&by_tool),
            retries: self.retries.get_or_create_owned(&by_tool),
            over_budget: self.over_budget.get_or_create_owned(&by_tool),
            name,
        });
        let mut known = self.tools.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(Arc::clone(id)).or_insert(meters))
    }

    /// Tools took up too much of a model's context.
    pub fn context_warned(&self) {
        self.contexts.inc();
    }

    /// A record was written down in this time.
    pub(super) fn written(&self, took: Duration) {
        self.store.observe(took.as_secs_f64());
    }

    /// Everything, in the form that Prometheus reads.
    ///
    /// # Errors
    ///
    /// When it cannot be written as text.
    pub fn show(&self, standing: &Standing) -> Result<String, std::fmt::Error> {
        let Gauges { circuits, version, .. } = &self.gauges;
        self.gauges.approvals.set(standing.approvals_waiting);
        self.gauges.sessions.set(standing.sessions);
        self.gauges.workspaces.set(standing.workspaces);
        self.gauges.unrecorded.set(standing.unrecorded);
        self.gauges.tools.set(standing.tools);
        self.gauges.load_ms.set(i64::try_from(standing.load.as_millis()).unwrap_or(i64::MAX));
        circuits.clear();
        for (tool, count) in &standing.circuits {
            circuits.get_or_create(&ByTool { tool: Name(Arc::clone(tool)) }).set(*count);
        }
        version.clear();
        let current = ByVersion { version: standing.registry_version.clone() };
        version.get_or_create(&current).set(1);
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}
