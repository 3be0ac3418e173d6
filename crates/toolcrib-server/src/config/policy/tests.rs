use std::time::Duration;

use toolcrib::rules::Rate;
use toolcrib::{Mode, Rules};

use super::{Policies, PolicyConfig};

fn policies(text: &str) -> Policies {
    let config: PolicyConfig = toml::from_str(text).unwrap();
    assert_eq!(config.fault(), None);
    Policies::new(config)
}

#[test]
fn without_a_word_everything_is_as_the_design_says() {
    let none = policies("");
    assert_eq!(none.rules("w", Some("a"), "t"), Rules::default());
    let limits = none.limits("w", None, Mode::Text);
    assert_eq!((limits.turn.calls_max, limits.turn.retrievals_max), (25, 5));
    let limits = none.limits("w", None, Mode::Voice);
    assert_eq!((limits.turn.calls_max, limits.turn.retrievals_max), (3, 2));
}

#[test]
fn the_narrower_scope_wins() {
    let policies = policies(
        "retries = 1
         [workspaces.w]
         retries = 2
         [agents.a]
         retries = 3
         [workspaces.w.agents.a]
         retries = 4
         [tools.t]
         retries = 5
         [workspaces.w.tools.t]
         retries = 6
         [agents.a.tools.t]
         retries = 7
         [workspaces.w.agents.a.tools.t]
         retries = 8",
    );
    for (workspace, agent, tool, retries) in [
        ("v", None, "u", 1),
        ("w", None, "u", 2),
        ("v", Some("a"), "u", 3),
        ("w", Some("a"), "u", 4),
        ("v", None, "t", 5),
        ("v", Some("b"), "t", 5),
        ("w", None, "t", 6),
        ("v", Some("a"), "t", 7),
        ("w", Some("a"), "t", 8),
    ] {
        let rules = policies.rules(workspace, agent, tool);
        assert_eq!(rules.retries.retries_max, retries, "{workspace} {agent:?} {tool}");
    }
}

#[test]
fn every_number_reaches_its_rule() {
    let policies = policies(
        r#"modes = ["text"]
           same_calls_per_turn = 11
           empty_results_per_turn = 12
           tool_calls_per_turn = 13
           retries = 14
           retry_pause_ms = 15
           retry_pause_max_ms = 16
           circuit_failures = 17
           circuit_rest_ms = 18
           key_calls_per_minute = 19
           tool_calls_per_minute = 20
           approval_seconds = 21
           [text]
           calls_per_turn = 31
           retrieval_calls_per_turn = 32
           rounds_per_turn = 33
           parallel_calls = 34
           [agents.a.voice]
           calls_per_turn = 41"#,
    );
    let rules = policies.rules("w", None, "t");
    assert!(rules.text && !rules.voice);
    assert_eq!((rules.same_calls_max, rules.empty_max, rules.tool_calls_max), (11, 12, Some(13)));
    let retries = rules.retries;
    assert_eq!((retries.retries_max, retries.pause, retries.pause_max), (14, ms(15), ms(16)));
    assert_eq!((rules.circuit.failures_max, rules.circuit.rest), (17, ms(18)));
    let rate = |calls| Some(Rate { calls, per: Duration::from_secs(60) });
    assert_eq!((rules.key_rate, rules.tool_rate), (rate(19), rate(20)));
    assert_eq!(rules.approval, Duration::from_secs(21));
    let limits = policies.limits("w", None, Mode::Text);
    assert_eq!((limits.turn.calls_max, limits.turn.retrievals_max), (31, 32));
    assert_eq!((limits.rounds_max, limits.parallel_max), (33, 34));
    assert_eq!(policies.limits("w", None, Mode::Voice).turn.calls_max, 3);
    assert_eq!(policies.limits("w", Some("a"), Mode::Voice).turn.calls_max, 41);
}

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

#[test]
fn what_makes_no_sense_is_named() {
    for (text, fault) in [
        ("same_calls_per_turn = 0", "policy.same_calls_per_turn is at least 1"),
        ("[tools.t]\nmodes = []", "policy.tools.t.modes names text, voice or both"),
        (
            "[agents.a]\napproval_seconds = 0",
            "policy.agents.a.approval_seconds is from 1 to 604800",
        ),
        ("approval_seconds = 604801", "policy.approval_seconds is from 1 to 604800"),
        ("circuit_rest_ms = 86400001", "policy.circuit_rest_ms is at most 86400000"),
        ("[text]\nrounds_per_turn = 0", "policy.text.rounds_per_turn is from 1 to 50"),
        ("[voice]\nrounds_per_turn = 51", "policy.voice.rounds_per_turn is from 1 to 50"),
        ("[text]\nparallel_calls = 0", "policy.text.parallel_calls is at least 1"),
        (
            "[tools.t]\nkey_calls_per_minute = 2",
            "policy.tools.t.key_calls_per_minute: a key has one rate for all tools; \
             tool_calls_per_minute is the tool's",
        ),
        (
            "[tools.t.text]\ncalls_per_turn = 3",
            "policy.tools.t: a tool has no turns of its own; tool_calls_per_turn says how often a \
             turn may call it",
        ),
        (
            "[tools.t.agents.a]\nretries = 1",
            "policy.tools.t.agents: workspaces can hold agents and tools, agents can hold tools, \
             and nothing else holds anything",
        ),
    ] {
        let config: PolicyConfig = toml::from_str(text).unwrap();
        assert_eq!(config.fault().as_deref(), Some(fault));
    }
    let unknown: Result<PolicyConfig, _> = toml::from_str("calls_per_tern = 3");
    assert!(unknown.unwrap_err().to_string().contains("unknown field `calls_per_tern`"));
}
