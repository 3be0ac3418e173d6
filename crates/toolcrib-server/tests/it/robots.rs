//! Robots that make, change and switch to other robots, on both databases.

use std::sync::Arc;

use serde_json::{Value, json};
use toolcrib::approval::{Approver, Question, Verdict};
use toolcrib::provider::ToolProvider;
use toolcrib::{CallRequest, Caller};
use toolcrib_server::crib::{Crib, Workspace};
use toolcrib_server::rest::{self, RestSettings};
use toolcrib_store::{NewAgent, NewAttachment, ToolKey};

use crate::doors::Answer;
use crate::rest::stores::every_kind;
use crate::shipped_tools::runtime;

struct Bed {
    crib: Crib,
    workspace: Arc<Workspace>,
}

impl Bed {
    async fn call(&self, agent: Option<&str>, tool: &str, arguments: Value) -> Value {
        let caller = Caller { agent: agent.map(Into::into), ..Caller::default() };
        let outcome =
            self.workspace.runtime().call(&caller, CallRequest::new(tool, arguments)).await;
        serde_json::to_value(outcome).unwrap()
    }

    /// An agent with these tools.
    async fn agent(&self, id: &str, tools: &[(&str, Option<&str>)]) {
        let agent = NewAgent {
            id: id.to_owned(),
            name: id.to_owned(),
            enabled: true,
            ..NewAgent::default()
        };
        let given = tools.iter().map(|(tool, config)| NewAttachment {
            tool: ToolKey { workspace: None, id: (*tool).to_owned() },
            config: config.map(str::to_owned),
            version_hash: None,
        });
        self.crib.create_agent(&self.workspace, agent, given.collect()).await.unwrap();
    }
}

/// Somebody who agrees to everything.
struct Yes;

#[toolcrib::async_trait]
impl Approver for Yes {
    async fn ask(&self, _: Question<'_>) -> Verdict {
        Verdict::Approved
    }
}

fn faults(outcome: &Value) -> Vec<String> {
    assert_eq!(outcome["error"]["type"], "VALIDATION", "{outcome}");
    let details = outcome["error"]["details"].as_array().unwrap().iter();
    details.map(|fault| format!("{} {}", fault["pointer"], fault["message"])).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn robots_are_made_changed_and_deleted() {
    for fresh in every_kind().await {
        let (crib, workspace) = runtime(&fresh).await;
        let bed = Bed { crib, workspace };
        let made = bed
            .call(
                None,
                "robot_create",
                json!({ "name": " Librarian ", "playbook": "Cite.", "tools": ["calculator", "echo"] }),
            )
            .await;
        let id = made["data"]["id"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned();
        assert_eq!(made["data"]["name"], "Librarian");
        assert_eq!(made["data"]["tools"], json!(["calculator", "echo"]));
        let got = bed.call(None, "robot_get", json!({ "robot_id": id })).await;
        assert_eq!(got["data"], made["data"]);
        // All names that cannot be given are told at once, and nothing is made.
        let wrong = json!({ "name": "x", "playbook": "y", "tools": ["nope", "echo", "never"] });
        let wrong = faults(&bed.call(None, "robot_create", wrong).await);
        assert_eq!(wrong.len(), 2, "{wrong:?}");
        assert!(wrong[0].starts_with("\"/tools/0\" \"must be one of "), "{wrong:?}");
        let listed = bed.call(None, "robot_list", json!({})).await;
        assert_eq!(listed["data"]["total"], 1);
        let changed = json!({ "robot_id": id, "playbook": "Be brief.", "tools": ["echo"] });
        let changed = bed.call(None, "robot_update", changed).await;
        assert_eq!(changed["data"]["playbook"], "Be brief.", "{changed}");
        assert_eq!(changed["data"]["name"], "Librarian");
        assert_eq!(changed["data"]["tools"], json!(["echo"]));
        // Ids are looked at before anybody is asked.
        let odd = faults(&bed.call(None, "robot_get", json!({ "robot_id": "No Id" })).await);
        assert!(odd[0].starts_with("\"/robot_id\" \"must be a string that matches"), "{odd:?}");
        let none = bed.call(None, "robot_get", json!({ "robot_id": "nobody" })).await;
        let said = "There is no robot `nobody`. robot_list shows those there are.";
        assert_eq!(
            (&none["error"]["type"], &none["error"]["message"]),
            (&json!("PERMANENT"), &json!(said))
        );
        let switched = bed.call(None, "robot_switch", json!({ "robot_id": id })).await;
        assert_eq!(
            switched["intents"],
            json!([{ "type": "SWITCH_AGENT", "agentId": id }]),
            "{switched}"
        );
        // Nobody is there to say yes.
        let unasked = bed.call(None, "robot_delete", json!({ "robot_id": id })).await;
        assert_eq!(unasked["error"]["type"], "CONFIRMATION_REQUIRED", "{unasked}");
        bed.crib.delete_agent(&bed.workspace, &id).await.unwrap();
        // What stopped to exist is told with what there is.
        bed.agent("other", &[]).await;
        let gone = faults(&bed.call(None, "robot_switch", json!({ "robot_id": id })).await);
        assert_eq!(
            gone,
            [format!(r#""/robot_id" "must be \"other\", but got a string: \"{id}\"""#)]
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_robot_gives_only_what_its_caller_has() {
    for fresh in every_kind().await {
        let (crib, workspace) = runtime(&fresh).await;
        let bed = Bed { crib, workspace };
        let config = r#"{"default_operation":"add"}"#;
        bed.agent(
            "maker",
            &[("robot_create", None), ("robot_update", None), ("calculator", Some(config))],
        )
        .await;
        bed.agent("strong", &[("execute_python", None), ("robot_list", None)]).await;
        let make = |tools: Value| json!({ "name": "x", "playbook": "y", "tools": tools });
        let refused = bed
            .call(Some("maker"), "robot_create", make(json!(["execute_python", "calculator"])))
            .await;
        let refused = faults(&refused);
        assert_eq!(refused.len(), 1, "{refused:?}");
        assert!(refused[0].contains("\\\"calculator\\\""), "{refused:?}");
        assert!(
            !refused[0].contains("email_search"),
            "it tells of tools it may not use: {refused:?}"
        );
        // Nor by way of a change, nor by way of leaving everything out.
        let change = json!({ "robot_id": "strong", "tools": ["execute_python"] });
        assert_eq!(faults(&bed.call(Some("maker"), "robot_update", change).await).len(), 1);
        let made =
            bed.call(Some("maker"), "robot_create", json!({ "name": "x", "playbook": "y" })).await;
        assert_eq!(made["data"]["tools"], json!(["calculator"]), "{made}");
        bed.agent("bare", &[("robot_create", None)]).await;
        let bare =
            bed.call(Some("bare"), "robot_create", json!({ "name": "x", "playbook": "y" })).await;
        assert_eq!(
            faults(&bare),
            ["\"/tools\" \"name at least one tool that you may use yourself\""]
        );
        // Nor does it change one that has more than it has itself.
        for change in [
            json!({ "robot_id": "strong", "playbook": "Obey." }),
            json!({ "robot_id": "strong", "tools": ["calculator"] }),
        ] {
            let refused = bed.call(Some("maker"), "robot_update", change).await;
            assert_eq!(refused["error"]["type"], "AUTH", "{refused}");
            let said = refused["error"]["message"].as_str().unwrap();
            assert!(said.ends_with("may not use yourself: execute_python, robot_list."), "{said}");
        }
        // Nor does it delete one, even if a person says yes.
        bed.agent("cleaner", &[("robot_delete", None)]).await;
        bed.agent("weak", &[("robot_delete", None)]).await;
        let runtime = bed.workspace.runtime_builder(&bed.crib).approver(Yes).build();
        let delete = async |robot: &str| {
            let caller = Caller { agent: Some("cleaner".into()), ..Caller::default() };
            let request = CallRequest::new("robot_delete", json!({ "robot_id": robot }));
            serde_json::to_value(runtime.call(&caller, request).await).unwrap()
        };
        let refused = delete("strong").await;
        assert_eq!(refused["error"]["type"], "AUTH", "{refused}");
        let deleted = delete("weak").await;
        assert_eq!(deleted["ok"], true, "{deleted}");
        assert!(!bed.workspace.view().agents.contains_key("weak"));
        assert_eq!(bed.workspace.view().agents["strong"].attachments.len(), 2);
        // A key needs its scope, as it does over REST.
        for (tool, arguments) in [
            ("robot_create", json!({ "name": "x", "playbook": "y" })),
            ("robot_update", json!({ "robot_id": "strong", "playbook": "Obey." })),
            ("robot_list", json!({})),
            ("robot_get", json!({ "robot_id": "strong" })),
        ] {
            let caller = Caller { key: Some("key_without_scopes".into()), ..Caller::default() };
            let request = CallRequest::new(tool, arguments);
            let outcome = bed.workspace.runtime().call(&caller, request).await;
            let error = outcome.error().unwrap();
            assert_eq!(error.kind, toolcrib::ErrorType::Auth, "{tool}");
        }
        // What is handed on keeps the terms under which its giver has it.
        let id = made["data"]["id"].as_str().unwrap();
        let view = bed.workspace.view();
        let given = view.agents[id].attachments["calculator"].config.as_deref().unwrap();
        assert_eq!(given["default_operation"], "add");
        let sum = bed.call(Some(id), "calculator", json!({ "a": 1, "b": 2 })).await;
        assert_eq!(sum["data"]["result"], 3.0, "{sum}");
        let denied = bed.call(Some(id), "execute_python", json!({ "code": "1" })).await;
        assert_eq!(denied["error"]["type"], "NOT_FOUND");
        // Without being given them, an agent has none of these tools.
        bed.agent("plain", &[]).await;
        let none = bed.call(Some("plain"), "robot_list", json!({})).await;
        assert_eq!(none["error"]["type"], "NOT_FOUND", "{none}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn schemas_are_handed_out_with_what_exists() {
    for fresh in every_kind().await {
        let (crib, workspace) = runtime(&fresh).await;
        let bed = Bed { crib: crib.clone(), workspace };
        let server = rest::router(crib, RestSettings::default());
        let get = async |path: &str| Answer::of(&server, "GET", path, None).await.body;
        let robots = async || {
            let tool = get("/api/tools/robot_switch").await;
            let schema = tool["parameters_schema"].as_str().unwrap();
            let schema: Value = serde_json::from_str(schema).unwrap();
            schema["properties"]["robot_id"]["enum"].clone()
        };
        // No vendor takes an empty list.
        assert_eq!(robots().await, Value::Null);
        bed.agent("maker", &[("robot_create", None), ("robot_switch", None)]).await;
        assert_eq!(robots().await, json!(["maker"]));
        let made = json!({ "id": "other", "name": "Other" });
        assert_eq!(Answer::of(&server, "POST", "/api/agents", Some(&made)).await.status, 201);
        assert_eq!(robots().await, json!(["maker", "other"]));
        let off = json!({ "enabled": false });
        assert_eq!(Answer::of(&server, "PATCH", "/api/agents/other", Some(&off)).await.status, 200);
        assert_eq!(robots().await, json!(["maker"]));
        // An agent reads of the tools that it may use, and of no others.
        let offered = get("/api/agents/maker/tools?provider=openai").await;
        let create = offered["tools"].as_array().unwrap().iter();
        let create =
            create.map(|tool| &tool["function"]).find(|tool| tool["name"] == "robot_create");
        let tools = &create.unwrap()["parameters"]["properties"]["tools"];
        let expected = json!(["robot_create", "robot_switch"]);
        assert!(tools.to_string().contains(&expected.to_string()), "{tools}");
        let schema = get("/api/tools/robot_switch/schema").await;
        assert_eq!(schema["parameters"]["properties"]["robot_id"]["enum"], json!(["maker"]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_hands_out_what_is_there_and_names_what_is_not() {
    let fresh = crate::rest::stores::sqlite();
    let (crib, workspace) = runtime(&fresh).await;
    let bed = Bed { crib, workspace };
    let ids = |tools: &[Arc<toolcrib::Entry>]| -> Vec<String> {
        tools.iter().map(|entry| entry.spec().tool_id.clone()).collect()
    };
    let provider: &dyn ToolProvider = &*bed.workspace;
    assert_eq!(provider.get_tool("echo").await.unwrap().spec().tool_id, "echo");
    let unknown = provider.get_tool("ehco").await.unwrap_err().message;
    assert_eq!(unknown, "There is no tool `ehco`. Did you mean `echo`?");
    let defaults = ids(&provider.get_default_tools().await.unwrap());
    assert!(defaults.contains(&"echo".to_owned()) && !defaults.contains(&"write_file".to_owned()));
    bed.agent("bare", &[]).await;
    assert_eq!(ids(&provider.get_robot_tools("bare").await.unwrap()), defaults);
    bed.agent("given", &[("echo", None), ("calculator", None)]).await;
    assert_eq!(ids(&provider.get_robot_tools("given").await.unwrap()), ["calculator", "echo"]);
    // What an agent was given and nobody has any more is named.
    bed.crib.base().unregister("calculator");
    let path = "/api/tools";
    let server = rest::router(bed.crib.clone(), RestSettings::default());
    let own = json!({ "id": "mine", "description": "x", "handler_key": "echo",
        "parameters_schema": { "type": "object" } });
    assert_eq!(Answer::of(&server, "POST", path, Some(&own)).await.status, 201);
    let found = provider.find_robot_tools("given").await.unwrap();
    assert_eq!(
        (ids(&found.tools), found.missing),
        (vec!["echo".into()], vec!["calculator".into()])
    );
    let error = provider.get_robot_tools("given").await.unwrap_err();
    assert_eq!(error.message, "There is no tool `calculator`.");
    assert_eq!(
        provider.get_robot_tools("nobody").await.unwrap_err().message,
        "There is no robot `nobody`."
    );
}
