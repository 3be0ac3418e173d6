//! Tools for whole turns: one for each way in which a call can end.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use tokio::sync::Notify;
use toolcrib::{
    Answer, Context, Intent, SideEffects, Spec, Tool, ToolError, ValidCall, async_trait, tool,
};
use toolcrib_agents::{Profile, Specialist};

/// The weather in a city.
#[tool(side_effects = "read_only")]
async fn weather(
    /// The city.
    city: String,
) -> String {
    format!("22 °C and sunny in {city}")
}

/// A tool that answers: what looks something up.
pub(crate) fn weather_tool() -> Arc<dyn Tool> {
    Arc::new(WeatherTool)
}

/// A tool without parameters that changes nothing.
pub(crate) fn harmless(id: &str) -> Spec {
    let parameters = json!({
        "type": "object",
        "properties": { "n": { "type": "integer", "description": "Tells calls apart." } },
        "additionalProperties": false,
    });
    let spec = Spec::new(id, format!("Does {id}."));
    Spec { side_effects: SideEffects::None, parameters, ..spec }
}

/// A tool that does what a test wants.
pub(crate) fn fake<R>(spec: Spec, run: impl Fn() -> R + Send + Sync + 'static) -> Arc<dyn Tool>
where
    R: Future<Output = Result<Answer, ToolError>> + Send + 'static,
{
    Arc::new(Fake { spec, run: Box::new(move || Box::pin(run())) })
}

type Run = dyn Fn() -> BoxFuture<'static, Result<Answer, ToolError>> + Send + Sync;

struct Fake {
    spec: Spec,
    run: Box<Run>,
}

#[async_trait]
impl Tool for Fake {
    fn spec(&self) -> Spec {
        self.spec.clone()
    }

    async fn call(&self, _: &ValidCall, _: &Context) -> Result<Answer, ToolError> {
        (self.run)().await
    }
}

/// A tool that answers with a text.
pub(crate) fn answers(id: &str, text: &'static str) -> Arc<dyn Tool> {
    fake(harmless(id), move || async move { Ok(Answer::new(text)) })
}

/// A tool that fails.
pub(crate) fn fails() -> Arc<dyn Tool> {
    fake(harmless("fails"), || async { Err(ToolError::permanent("The service is gone.")) })
}

/// A tool that a person must agree to.
pub(crate) fn delicate() -> Arc<dyn Tool> {
    let spec = Spec { requires_confirmation: true, ..harmless("delicate") };
    fake(spec, || async { Ok(Answer::new("done")) })
}

/// A tool that wants something of the conversation.
pub(crate) fn wishes(id: &str, intent: Intent) -> Arc<dyn Tool> {
    fake(harmless(id), move || {
        let intents = vec![intent.clone()];
        async { Ok(Answer { intents, ..Answer::new("As you wish.") }) }
    })
}

/// A tool that never answers. It says when it has started, and when it was stopped.
#[derive(Clone, Default)]
pub(crate) struct Hangs {
    pub(crate) started: Arc<Notify>,
    pub(crate) stopped: Arc<Notify>,
}

struct SaysStopped(Arc<Notify>);

impl Drop for SaysStopped {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

impl Hangs {
    pub(crate) fn tool(&self) -> Arc<dyn Tool> {
        Arc::new(self.clone())
    }
}

#[async_trait]
impl Tool for Hangs {
    fn spec(&self) -> Spec {
        harmless("hangs")
    }

    async fn call(&self, _: &ValidCall, _: &Context) -> Result<Answer, ToolError> {
        let _stopped = SaysStopped(Arc::clone(&self.stopped));
        self.started.notify_one();
        std::future::pending().await
    }
}

/// An agent, as others see it.
pub(crate) fn profile(id: &str) -> Profile {
    Profile {
        id: id.to_owned(),
        name: id.to_owned(),
        description: format!("Asks {id}."),
        enabled: true,
        ..Profile::default()
    }
}

/// The agent of the design's test cases.
pub(crate) fn web_search() -> Profile {
    let query = json!({ "type": "string", "description": "The search query to execute" });
    Profile {
        tool_description: Some("Search the web for current information.".to_owned()),
        parameters: Some(object("query", query)),
        ..profile("web_search")
    }
}

fn object(name: &str, schema: Value) -> Value {
    json!({ "type": "object", "properties": { name: schema }, "required": [name] })
}

/// An agent as a tool.
pub(crate) fn specialist(profile: Profile) -> Arc<dyn Tool> {
    Arc::new(Specialist::new(profile))
}

/// Agents as tools.
pub(crate) fn specialists<const N: usize>(ids: [&str; N]) -> Vec<Arc<dyn Tool>> {
    ids.map(|id| specialist(profile(id))).into()
}
