//! The person at the terminal, who is asked before a call that needs it.

use std::io::Write as _;

use toolcrib::approval::{Approver, Question, Verdict};
use toolcrib::{Door, async_trait};

/// Who approves calls made on the command line.
pub(super) enum Terminal {
    /// `--yes` did, before the call was made; not for calls inside it.
    SaidYes,
    /// Somebody allowed everything.
    AllowsAll,
    /// The person who typed the command.
    Ask,
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
            Self::Ask => {
                let spec = question.tool.spec();
                let prompt =
                    format!("Call `{}` with {}? [y/N] ", spec.tool_id, question.call.arguments());
                // Reading a line blocks; cancellation drops the wait, not the thread.
                let answer = tokio::task::spawn_blocking(move || ask(&prompt)).await;
                match answer {
                    Ok(Ok(true)) => Verdict::Approved,
                    Ok(Ok(false)) => Verdict::Denied("they answered no".to_owned()),
                    Ok(Err(_)) | Err(_) => Verdict::Unattended,
                }
            }
        }
    }
}

fn ask(prompt: &str) -> std::io::Result<bool> {
    let mut err = std::io::stderr();
    write!(err, "{prompt}")?;
    err.flush()?;
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    Ok(matches!(line.trim().to_lowercase().as_str(), "y" | "yes"))
}
