//! Mail: search a mailbox, read a message.

use jiff::civil;
use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::Serialize;
use toolcrib::{Context, Fault, Reply, ToolError, tool};
use toolcrib_store::{EmailHit, EmailRow, EmailSearch, InboxRow, StoreError, TERMS_MAX, Terms};

use super::store;

/// Inboxes that are named where one is not known.
const SIMILAR_MAX: usize = 3;

/// How alike a name must be to be named.
const LIKENESS_MIN: f64 = 0.75;

/// Bytes of a message that are handed out at once.
const EMAIL_BYTES_MAX: usize = 1024 * 1024;

#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct Found {
    /// The messages that fit best, the best first.
    emails: Vec<Hit>,
    /// How many messages fit in all.
    total: u64,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Hit {
    /// The id by which `email_get` finds the whole message.
    message_id: String,
    subject: String,
    sender: String,
    /// When it was sent, in UTC; null where the message does not say.
    date: Option<String>,
    /// Where the words were found: `Subject: … | Body: …`, marked with `<mark>`.
    snippet: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Email {
    message_id: String,
    /// The address of the mailbox that has it.
    inbox: String,
    subject: String,
    sender: String,
    recipients: Vec<String>,
    /// When it was sent, in UTC; null where the message does not say.
    date: Option<String>,
    body: String,
}

/// Searches the emails of an inbox for words in subjects and bodies, the best matches first.
/// All words must be there; put words in quotes to find them next to each other. Each match has a
/// snippet; use email_get with its message_id to read the whole email.
#[tool(
    title = "Search Emails",
    group = "email",
    side_effects = "read_only",
    latency_budget_ms = 200,
    timeout_ms = 10_000,
    tags = ["email", "search"],
    guide = include_str!("mail/email_search.md")
)]
#[expect(clippy::too_many_arguments, reason = "each is a parameter of the tool")]
pub(super) async fn email_search(
    /// The words to look for.
    query: String,
    /// The inbox to search: an email address such as `john.arnold@enron.com`, or a mailbox's name.
    inbox_id: String,
    /// How many emails to return at most.
    #[arg(default = 10)]
    #[schemars(range(min = 1, max = 50))]
    limit: u32,
    /// Only emails from this sender: an address, or a part of one.
    from: Option<String>,
    /// Only emails to this recipient: an address, or a part of one.
    to: Option<String>,
    /// Only emails sent on or after this day (`2001-05-14`) or moment (`2001-05-14T10:00:00Z`).
    after: Option<String>,
    /// Only emails sent before this day or moment.
    before: Option<String>,
    context: &Context,
) -> Result<Reply<Found>, ToolError> {
    let terms = Terms::read(&query);
    let mut faults = Vec::new();
    let mut moment = |pointer: &str, text: Option<String>| {
        text.and_then(|text| match instant(&text) {
            Some(moment) => Some(moment),
            None => {
                let expected = "2001-05-14 or 2001-05-14T10:00:00Z".to_owned();
                let message = format!("`{text}` is no day and no moment; write {expected}");
                faults.push(Fault { expected, ..Fault::at(pointer, message) });
                None
            }
        })
    };
    let (after, before) = (moment("/after", after), moment("/before", before));
    if let Some(fault) = faults.first() {
        return Err(ToolError::validation(format!("{}.", fault.message), faults));
    }
    let store = store(context)?;
    let workspace = &context.caller().workspace;
    let inboxes = store.inboxes_named(workspace, &inbox_id).await.map_err(failed)?;
    if inboxes.is_empty() {
        let all = store.inboxes(workspace).await.map_err(failed)?;
        return Ok(Reply::new(Found::default()).warning("/inbox_id", unknown(&inbox_id, &all)));
    }
    let search = EmailSearch {
        terms: terms.clone(),
        inboxes,
        from: parts(from),
        to: parts(to),
        after,
        before,
        limit,
    };
    let hits = store.search_mail(&search).await.map_err(failed)?;
    let emails = hits.emails.into_iter().map(Hit::from).collect();
    let mut reply = Reply::new(Found { emails, total: hits.total });
    if terms.is_empty() {
        let message = "the query has no words to look for; these are the newest emails";
        reply = reply.warning("/query", message);
    }
    if terms.left_out > 0 {
        let message = format!(
            "only the first {TERMS_MAX} words were looked for, {} were left out",
            terms.left_out
        );
        reply = reply.warning("/query", message);
    }
    Ok(reply)
}

/// Returns the whole of one email: subject, sender, recipients, date and body.
#[tool(
    title = "Get Email",
    group = "email",
    side_effects = "read_only",
    latency_budget_ms = 100,
    timeout_ms = 10_000,
    tags = ["email"],
    guide = include_str!("mail/email_get.md")
)]
pub(super) async fn email_get(
    /// The id of the email, from the results of a search.
    #[schemars(length(min = 1))]
    message_id: String,
    context: &Context,
) -> Result<Reply<Email>, ToolError> {
    let store = store(context)?;
    let workspace = &context.caller().workspace;
    let id = message_id.trim();
    // Models leave the brackets out.
    let bracketed = format!("<{}>", id.trim_start_matches('<').trim_end_matches('>'));
    for id in [id, &bracketed] {
        if let Some(email) = store.email(workspace, id).await.map_err(failed)? {
            return Ok(whole(email));
        }
    }
    let help = "email_search shows the ids that there are.";
    Err(ToolError::permanent(format!("Email not found: {id}. {help}")))
}

/// A message as it is, or as much of it as can be handed out.
fn whole(row: EmailRow) -> Reply<Email> {
    let mut email = Email::from(row);
    let around: usize = email.recipients.iter().map(|recipient| recipient.len() + 3).sum();
    let room = EMAIL_BYTES_MAX.saturating_sub(around + email.subject.len() + email.sender.len());
    if email.body.len() <= room {
        return Reply::new(email);
    }
    let message = format!("the body is cut: it has {} bytes", email.body.len());
    email.body.truncate(email.body.floor_char_boundary(room));
    Reply::new(email).warning("", message)
}

/// The words that an address must have.
fn parts(text: Option<String>) -> Vec<String> {
    let text = text.unwrap_or_default();
    let strip = |c: char| matches!(c, '<' | '>' | '"' | ',' | ';' | '\'');
    text.split_whitespace()
        .map(|part| part.trim_matches(strip).to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}

/// A day or a moment, as the store has it.
fn instant(text: &str) -> Option<String> {
    let text = text.trim();
    let moment = match text.parse::<jiff::Timestamp>() {
        Ok(moment) => moment,
        Err(_) => {
            let local = text.parse::<civil::DateTime>().ok()?;
            local.to_zoned(TimeZone::UTC).ok()?.timestamp()
        }
    };
    Some(moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
}

/// What to say of an inbox that is not there.
fn unknown(name: &str, all: &[InboxRow]) -> String {
    if all.is_empty() {
        return "there is no mail here; `toolcrib emails import` brings some in".to_owned();
    }
    let wanted = name.trim().to_lowercase();
    let names = all.iter().flat_map(|inbox| [Some(&inbox.mailbox), inbox.address.as_ref()]);
    let mut near: Vec<(f64, &String)> = names
        .flatten()
        .map(|name| (strsim::jaro_winkler(&wanted, name), name))
        .filter(|(likeness, _)| *likeness >= LIKENESS_MIN)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    near.dedup_by_key(|(_, name)| *name);
    let names: Vec<&str> = near.iter().take(SIMILAR_MAX).map(|(_, name)| name.as_str()).collect();
    match names.as_slice() {
        [] => {
            format!("there is no inbox `{name}`; `toolcrib emails inboxes` lists those there are")
        }
        names => format!("there is no inbox `{name}`; did you mean {}?", names.join(", ")),
    }
}

impl From<EmailHit> for Hit {
    fn from(hit: EmailHit) -> Self {
        let EmailHit { message_id, subject, sender, date, snippet } = hit;
        Self { message_id, subject, sender, date, snippet }
    }
}

impl From<EmailRow> for Email {
    fn from(row: EmailRow) -> Self {
        let EmailRow { message_id, inbox, subject, sender, recipients, date, body } = row;
        Self { message_id, inbox, subject, sender, recipients, date, body }
    }
}

fn failed(error: StoreError) -> ToolError {
    super::failed(error, "The mail")
}
