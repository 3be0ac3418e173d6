//! Whether an example did what its guide says.

use serde_json::Value;
use toolcrib::Outcome;
use toolcrib_handlers::folder::{Example, Expect};

/// What became of an example.
pub(super) enum Verdict {
    /// It did what the guide says.
    Passed,
    /// Its arguments are right, and it was not run.
    Held,
    /// It did not, in lines that say why.
    Failed(Vec<String>),
}

/// Judges an outcome; `held` says that it is that of a dry run.
pub(super) fn judge(outcome: &Outcome, example: &Example, held: bool) -> Verdict {
    if held {
        return judge_arguments(outcome, example);
    }
    match (&outcome.result, &example.expect) {
        (Ok(_), None) => Verdict::Passed,
        (Ok(answer), Some(Expect::Answer(expected))) => {
            verdict(answer.data == *expected, "the answer", expected, &answer.data)
        }
        (Ok(answer), Some(Expect::AnswerIncludes(expected))) => verdict(
            includes(&answer.data, expected),
            "an answer that includes",
            expected,
            &answer.data,
        ),
        (Ok(answer), Some(Expect::Error(expected))) => {
            verdict(false, "an error that includes", expected, &answer.data)
        }
        (Err(error), Some(Expect::Error(expected))) => {
            let error = serde_json::to_value(error).unwrap_or_default();
            verdict(includes(&error, expected), "an error that includes", expected, &error)
        }
        (Err(error), _) => {
            let mut why = vec![error.to_string()];
            why.extend(error.further_details().map(ToString::to_string));
            Verdict::Failed(why)
        }
    }
}

/// Of a tool that is not run only the arguments can be right or wrong. A call
/// that waits for approval has come through everything before.
fn judge_arguments(outcome: &Outcome, example: &Example) -> Verdict {
    let stages = outcome.data().and_then(|report| report["stages"].as_array().cloned());
    let refused = stages.iter().flatten().find(|stage| {
        stage["ok"] == Value::Bool(false) && stage["type"] != "CONFIRMATION_REQUIRED"
    });
    let expects_refusal = matches!(
        &example.expect,
        Some(Expect::Error(expected)) if expected["type"] == "VALIDATION"
    );
    match refused {
        None => Verdict::Held,
        Some(stage) if expects_refusal && stage["type"] == "VALIDATION" => Verdict::Passed,
        Some(stage) => {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let mut why = vec![format!("{}: {}", text(&stage["type"]), text(&stage["message"]))];
            for detail in stage["details"].as_array().into_iter().flatten() {
                why.push(format!("{}: {}", text(&detail["pointer"]), text(&detail["message"])));
            }
            Verdict::Failed(why)
        }
    }
}

fn verdict(good: bool, what: &str, expected: &Value, got: &Value) -> Verdict {
    if good {
        return Verdict::Passed;
    }
    Verdict::Failed(vec![format!("expected {what} {expected}"), format!("got {got}")])
}

/// Whether every part of what is expected is there. Lists are compared item by
/// item: as many, each including its counterpart.
fn includes(got: &Value, expected: &Value) -> bool {
    match (got, expected) {
        (Value::Object(got), Value::Object(expected)) => {
            expected.iter().all(|(key, value)| got.get(key).is_some_and(|got| includes(got, value)))
        }
        (Value::Array(got), Value::Array(expected)) => {
            got.len() == expected.len()
                && got.iter().zip(expected).all(|(got, expected)| includes(got, expected))
        }
        (got, expected) => got == expected,
    }
}
