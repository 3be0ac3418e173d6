//! What tools ask a conversation to do.

use serde_json::json;
use toolcrib::Intent;
use toolcrib::intent::After;
use toolcrib_agents::{Ended, EventKind, Message};

use crate::scripted::script;
use crate::stage::{Stage, brief};
use crate::tools::{answers, specialists, wishes};

fn switch_to(agent_id: &str) -> Intent {
    Intent::SwitchAgent { agent_id: agent_id.to_owned() }
}

#[tokio::test]
async fn another_agent_goes_on_when_a_tool_says_so() {
    let stage = Stage::new(vec![wishes("hand_over", switch_to("poet")), answers("rhyme", "time")]);
    let model = script(json!([
        { "agent": "assistant", "rounds": [{ "text": "One moment.", "calls": [{ "name": "hand_over" }] }] },
        { "agent": "poet", "rounds": [
            { "text": "Never played." },
            { "calls": [{ "name": "rhyme" }] },
            { "text": "It rhymes with {{outcome}}." },
        ] },
    ]));
    stage.crew.hire("assistant", model.clone(), &["hand_over"]);
    stage.crew.hire("poet", model.clone(), &["rhyme"]);
    let played = stage.play("assistant", "A poem, please.").await;
    assert!(matches!(played.end.how, Ended::Answered), "{:?}", played.end.how);
    assert_eq!((&*played.end.agent, played.end.text.as_str()), ("poet", "It rhymes with time."));
    // With its own words and its own tools, in the same conversation.
    let asked = model.asked();
    let asked = asked.iter().map(|asked| (asked.system.as_str(), asked.tools.join(" ")));
    let expected = [
        ("You are assistant.", "hand_over".to_owned()),
        ("You are poet.", "rhyme".to_owned()),
        ("You are poet.", "rhyme".to_owned()),
    ];
    assert_eq!(asked.collect::<Vec<_>>(), expected);
    assert_eq!(model.asked()[1].messages, played.history[..3]);
    let told = [
        ("assistant", "message-start"),
        ("assistant", "text-delta"),
        ("assistant", "tool-call-start"),
        ("assistant", "tool-call-end"),
        ("assistant", "tool-result"),
        ("poet", "agent-switched"),
        ("poet", "intent"),
        ("poet", "tool-call-start"),
        ("poet", "tool-call-end"),
        ("poet", "tool-result"),
        ("poet", "text-delta"),
        ("poet", "message-end"),
    ];
    assert_eq!(played.told(), told);
    let switched = EventKind::AgentSwitched { from: "assistant".into() };
    assert!(played.events.iter().any(|event| event.kind == switched));
}

#[tokio::test]
async fn an_agent_that_nobody_knows_cannot_go_on() {
    let stage = Stage::new(vec![wishes("hand_over", switch_to("nobody"))]);
    let model = script(json!([{ "rounds": [{ "calls": [{ "name": "hand_over" }] }] }]));
    stage.crew.hire("assistant", model.clone(), &["hand_over"]);
    let played = stage.play("assistant", "A poem, please.").await;
    let message = "The agent `nobody` does not exist.";
    assert_eq!(played.failure(), Some(("NOT_FOUND", message)));
    assert_eq!(played.outcomes(), ["As you wish."]);
    assert_eq!(model.asked().len(), 1);
}

#[tokio::test]
async fn a_tool_can_end_the_conversation_at_once() {
    let intent = Intent::EndVoiceSession { after: After::Immediate };
    let stage = Stage::new(vec![wishes("hang_up", intent.clone())]);
    let model = script(json!([{ "rounds": [
        { "text": "Good-bye.", "calls": [{ "name": "hang_up" }] },
        { "text": "Never said." },
    ] }]));
    stage.crew.hire("assistant", model.clone(), &["hang_up"]);
    let played = stage.play("assistant", "That is all.").await;
    assert!(matches!(played.end.how, Ended::Over), "{:?}", played.end.how);
    assert!(played.end.is_over);
    assert_eq!((played.end.text.as_str(), played.shown().as_str()), ("Good-bye.", "Good-bye."));
    let history =
        ["user: That is all.", "assistant: Good-bye. [hang_up]", "outcomes: As you wish."];
    assert_eq!(brief(&played.history), history);
    assert_eq!(model.asked().len(), 1);
    assert!(
        played
            .events
            .iter()
            .any(|event| event.kind == EventKind::Intent { intent: intent.clone() })
    );
}

#[tokio::test]
async fn a_tool_can_end_the_conversation_after_this_turn() {
    let intent = Intent::EndVoiceSession { after: After::CurrentTurn };
    let stage = Stage::new(vec![wishes("hang_up", intent)]);
    let model = script(json!([{ "rounds": [
        { "calls": [{ "name": "hang_up" }] },
        { "text": "Good-bye." },
    ] }]));
    stage.crew.hire("assistant", model, &["hang_up"]);
    let played = stage.go_on("assistant", vec![Message::user("That is all.")]).await;
    assert!(matches!(played.end.how, Ended::Answered), "{:?}", played.end.how);
    assert!(played.end.is_over);
    assert_eq!(played.end.text, "Good-bye.");
}

#[tokio::test]
async fn what_a_specialists_tool_wishes_reaches_the_conversation() {
    let intent = Intent::EndVoiceSession { after: After::Immediate };
    let mut tools = specialists(["helper"]);
    tools.push(wishes("hang_up", intent.clone()));
    let stage = Stage::new(tools);
    let model = script(json!([
        { "agent": "assistant", "rounds": [
            { "calls": [{ "name": "helper", "arguments": { "message": "End it." } }] },
            { "text": "Never said." },
        ] },
        { "agent": "helper", "rounds": [{ "calls": [{ "name": "hang_up" }] }] },
    ]));
    stage.crew.hire("assistant", model.clone(), &["helper"]);
    stage.crew.hire("helper", model, &["hang_up"]);
    let played = stage.play("assistant", "That is all.").await;
    assert!(matches!(played.end.how, Ended::Over), "{:?}", played.end.how);
    assert!(played.end.is_over);
    let told = played.events.iter().filter(|event| matches!(event.kind, EventKind::Intent { .. }));
    // Told once, by whoever talks to the user.
    let told: Vec<_> = told.map(|event| (&*event.agent_id, event.kind.clone())).collect();
    assert_eq!(told, [("assistant", EventKind::Intent { intent })]);
}
