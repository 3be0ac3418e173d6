//! One message, as mail programs write it.

use mail_parser::{Address, DateTime, Message, MessageParser};
use toolcrib_store::NewEmail;

use super::Skipped;
use super::fields::{date_of, finished};

/// Bytes of a message that is read at all.
pub(super) const MESSAGE_BYTES_MAX: usize = 32 * 1024 * 1024;

/// Reads a message.
pub(super) fn parse(raw: &[u8]) -> Result<NewEmail, Skipped> {
    if raw.iter().all(u8::is_ascii_whitespace) {
        return Err(Skipped::Empty);
    }
    let message = MessageParser::default().parse(raw).ok_or(Skipped::NotMail)?;
    if !is_mail(&message) {
        return Err(Skipped::NotMail);
    }
    let mut recipients = Vec::new();
    for list in [message.to(), message.cc(), message.bcc()] {
        recipients.extend(addresses(list));
    }
    let id = message.message_id().unwrap_or_default().to_owned();
    let email = NewEmail {
        message_id: id,
        subject: message.subject().unwrap_or_default().to_owned(),
        sender: addresses(message.from()).into_iter().next().unwrap_or_default(),
        recipients,
        date: message.date().and_then(moment),
        body: message.body_text(0).unwrap_or_default().into_owned(),
    };
    Ok(finished(email, raw))
}

/// Whether it says anything that a message says.
fn is_mail(message: &Message<'_>) -> bool {
    message.message_id().is_some()
        || message.date().is_some()
        || message.from().is_some()
        || message.subject().is_some()
        || message.to().is_some()
}

fn addresses(list: Option<&Address<'_>>) -> Vec<String> {
    let all = list.into_iter().flat_map(Address::iter);
    all.filter_map(|one| one.address().map(str::to_owned)).collect()
}

fn moment(date: &DateTime) -> Option<String> {
    date.is_valid().then(|| date_of(date.to_timestamp())).flatten()
}
