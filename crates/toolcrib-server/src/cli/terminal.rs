//! The person at the terminal, who is asked before a call that needs it.

use toolcrib::approval::{Approver, Question, Verdict};
use toolcrib::{Door, async_trait};

use super::harmless::harmless;
use super::lines::Lines;

/// Who approves calls made on the command line.
pub(super) enum Terminal {
    /// `--yes` did, before the call was made; not for calls inside it.
    SaidYes,
    /// Somebody allowed everything.
    AllowsAll,
    /// The person who typed the command.
    Ask(Lines),
    /// Nobody: a script runs this.
    Nobody,
}

#[async_trait]
impl Approver for Terminal {
    async fn ask(&self, question: Question<'_>) -> Verdict {
        match self {
            Self::AllowsAll => Verdict::Approved,
            Self::SaidYes if question.caller.door != Door::Tool => Verdict::Approved,
            Self::SaidYes => Verdict::Unattended,
            Self::Nobody => Verdict::Unattended,
            Self::Ask(lines) => {
                let spec = question.tool.spec();
                // An answer may be in the middle of a line.
                let start = if question.caller.door == Door::Chat { "\n" } else { "" };
                let prompt = format!(
                    "{start}Call `{}` with {}? [y/N] ",
                    spec.tool_id,
                    question.call.arguments()
                );
                match lines.answer(&harmless(&prompt)).await {
                    Ok(Some(line)) if is_yes(&line) => Verdict::Approved,
                    Ok(Some(_)) => Verdict::Denied("they answered no".to_owned()),
                    Ok(None) | Err(_) => Verdict::Unattended,
                }
            }
        }
    }
}

fn is_yes(line: &str) -> bool {
    matches!(line.trim().to_lowercase().as_str(), "y" | "yes")
}
