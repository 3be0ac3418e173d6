//! What a turn has used up, and whether it goes in circles.

use std::hash::{BuildHasher, Hash, Hasher, RandomState};
use std::sync::{Arc, LazyLock};

use serde_json::{Map, Value};
use toolcrib_core::{Arguments, Category, ErrorType, Spec, ToolError};

use super::TurnLimits;
use crate::rules::Rules;

/// What a turn has used up.
#[derive(Default)]
pub(super) struct Used {
    calls: u32,
    retrievals: u32,
    tools: Vec<ToolUsed>,
}

/// What it has used up of one tool.
struct ToolUsed {
    id: Arc<str>,
    calls: u32,
    empty: u32,
    /// What it was told, by likeness, and how often.
    told: Vec<(u64, u32)>,
}

impl Used {
    /// Why there can be no such call, if there can be none.
    pub(super) fn check(
        &self,
        spec: &Spec,
        likeness: Option<u64>,
        rules: &Rules,
        limits: TurnLimits,
    ) -> Result<(), ToolError> {
        if self.calls >= limits.calls_max {
            return Err(used_up(limits.calls_max, "calls", "calls_per_turn"));
        }
        if spec.category() == Category::Retrieval && self.retrievals >= limits.retrievals_max {
            let (most, what) = (limits.retrievals_max, "calls that look something up");
            return Err(used_up(most, what, "retrieval_calls_per_turn"));
        }
        let id = &spec.tool_id;
        let Some(tool) = self.tools.iter().find(|tool| *tool.id == **id) else {
            return match rules.tool_calls_max {
                Some(0) => Err(used_up(0, &format!("calls of `{id}`"), "tool_calls_per_turn")),
                _ => Ok(()),
            };
        };
        if let Some(most) = rules.tool_calls_max.filter(|most| tool.calls >= *most) {
            return Err(used_up(most, &format!("calls of `{id}`"), "tool_calls_per_turn"));
        }
        let told = tool.told.iter().find(|(told, _)| Some(*told) == likeness);
        if let Some((_, times)) = told.filter(|(_, times)| *times >= rules.same_calls_max) {
            let message = format!(
                "`{id}` was called with these very arguments {} in this turn already. Use what it \
                 answered, change the arguments, or answer with what you have.",
                times_in_words(*times)
            );
            let error = ToolError::new(ErrorType::LoopDetected, message);
            return Err(error.because("SAME_CALL_REPEATED").by_rule("same_calls"));
        }
        if tool.empty >= rules.empty_max {
            let message = format!(
                "`{id}` came back empty {} in this turn. Try another tool, or answer with what \
                 you have.",
                times_in_words(tool.empty)
            );
            let error = ToolError::new(ErrorType::LoopDetected, message);
            return Err(error.because("EMPTY_RESULTS_REPEATED").by_rule("empty_results"));
        }
        Ok(())
    }

    pub(super) fn add(&mut self, id: &Arc<str>, is_retrieval: bool, likeness: Option<u64>) {
        self.calls += 1;
        self.retrievals += u32::from(is_retrieval);
        let tool = self.tool(id);
        tool.calls += 1;
        if let Some(likeness) = likeness {
            match tool.told.iter_mut().find(|(told, _)| *told == likeness) {
                Some((_, times)) => *times += 1,
                None => tool.told.push((likeness, 1)),
            }
        }
    }

    /// Takes back what was added; a call further out was refused.
    pub(super) fn take_back(&mut self, id: &Arc<str>, is_retrieval: bool, likeness: Option<u64>) {
        self.calls -= 1;
        self.retrievals -= u32::from(is_retrieval);
        let tool = self.tool(id);
        tool.calls -= 1;
        let told = tool.told.iter_mut().find(|(told, _)| Some(*told) == likeness);
        told.into_iter().for_each(|(_, times)| *times -= 1);
    }

    pub(super) fn came_back_empty(&mut self, id: &Arc<str>) {
        self.tool(id).empty += 1;
    }

    fn tool(&mut self, id: &Arc<str>) -> &mut ToolUsed {
        let at = self.tools.iter().position(|tool| tool.id == *id).unwrap_or_else(|| {
            self.tools.push(ToolUsed { id: Arc::clone(id), calls: 0, empty: 0, told: Vec::new() });
            self.tools.len() - 1
        });
        &mut self.tools[at]
    }
}

fn used_up(most: u32, what: &str, rule: &'static str) -> ToolError {
    let message = format!("This turn has used up its {most} {what}. Answer with what you have.");
    ToolError::new(ErrorType::BudgetExceeded, message).by_rule(rule)
}

fn times_in_words(times: u32) -> String {
    match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        times => format!("{times} times"),
    }
}

/// Whether an answer says that there is nothing.
pub(crate) fn is_empty(data: &Value) -> bool {
    let is_nothing = |value: &Value| match value {
        Value::Null => true,
        Value::Bool(is) => !is,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Number(_) => false,
    };
    // `{"results": []}`, also where it says beside that that this is nothing.
    let has_no_results = |members: &Map<String, Value>| {
        members.get("results").is_some_and(|results| results.as_array().is_some_and(Vec::is_empty))
            && members.values().all(|value| is_nothing(value) || value.as_f64() == Some(0.0))
    };
    is_nothing(data) || data.as_object().is_some_and(has_no_results)
}

/// What equal arguments have in common, whatever the order of their keys.
pub(crate) fn likeness(arguments: &Arguments) -> u64 {
    /// Nobody outside can make two calls look alike that are not.
    static HASHER: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    match arguments {
        Arguments::Text(text) => HASHER.hash_one(text.trim()),
        Arguments::Value(value) => likeness_of(value, &HASHER),
    }
}

fn likeness_of(value: &Value, hasher: &RandomState) -> u64 {
    match value {
        Value::Null => hasher.hash_one(0_u8),
        Value::Bool(is) => hasher.hash_one((1_u8, is)),
        // `1` and `1.0` are one number.
        Value::Number(number) => match number.as_i64() {
            Some(whole) => hasher.hash_one((2_u8, (whole as f64).to_bits(), whole)),
            None => {
                let float = number.as_f64().unwrap_or_default();
                let whole = number.as_u64().map_or(float as i64, u64::cast_signed);
                hasher.hash_one((2_u8, float.to_bits(), whole))
            }
        },
        Value::String(text) => hasher.hash_one((3_u8, text)),
        Value::Array(items) => {
            let mut state = hasher.build_hasher();
            4_u8.hash(&mut state);
            items.iter().for_each(|item| likeness_of(item, hasher).hash(&mut state));
            state.finish()
        }
        Value::Object(members) => {
            let each = members
                .iter()
                .map(|(key, value)| hasher.hash_one((key, likeness_of(value, hasher))));
            hasher.hash_one((5_u8, members.len(), each.fold(0, u64::wrapping_add)))
        }
    }
}
