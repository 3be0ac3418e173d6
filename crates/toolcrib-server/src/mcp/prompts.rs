//! Prompts: the guide of each tool, under the tool's name.

use rmcp::ErrorData;
use rmcp::model::{GetPromptResult, ListPromptsResult, Prompt, PromptMessage, Role};

use super::whom::Whom;
use super::{PAGE, tools, unfit};

/// A page of guides, from behind a cursor on.
pub(super) fn list(whom: &Whom, cursor: Option<&str>) -> Result<ListPromptsResult, ErrorData> {
    let mut guided = tools::guided(whom);
    if let Some(cursor) = cursor {
        guided.retain(|tool| tool.spec().tool_id.as_str() > cursor);
    }
    let next = guided.get(PAGE).and(guided.get(PAGE - 1)).map(|tool| tool.spec().tool_id.clone());
    guided.truncate(PAGE);
    let prompts = guided.iter().map(|tool| {
        let (spec, summary) = (tool.spec(), tool.summary());
        let prompt = Prompt::new(&spec.tool_id, Some(summary), None);
        match &spec.title {
            Some(title) => prompt.with_title(format!("How to use {title}")),
            None => prompt,
        }
    });
    let mut list = ListPromptsResult::with_all_items(prompts.collect());
    list.next_cursor = next;
    Ok(list)
}

/// One guide.
pub(super) fn get(whom: &Whom, name: &str) -> Result<GetPromptResult, ErrorData> {
    let guided = tools::guided(whom);
    let tool = guided.iter().find(|tool| tool.spec().tool_id == name);
    let guide = tool.and_then(|tool| Some((tool, tool.guide()?)));
    let Some((tool, guide)) = guide else {
        return Err(unfit(format!("There is no prompt `{name}`; `prompts/list` names them.")));
    };
    let text = format!("How to use the tool `{name}`:\n\n{guide}");
    let message = PromptMessage::new_text(Role::User, text);
    Ok(GetPromptResult::new(vec![message]).with_description(tool.summary()))
}
