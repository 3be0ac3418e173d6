//! What the parts of a message are made into, whatever they came in.

use sha2::{Digest as _, Sha256};
use toolcrib_store::NewEmail;

/// Bytes of a body that are kept.
const BODY_BYTES_MAX: usize = 1024 * 1024;

/// Bytes of a subject, a sender or one recipient that are kept.
const LINE_BYTES_MAX: usize = 2_048;

/// Bytes of an id; a longer one is made anew.
const ID_BYTES_MAX: usize = 400;

/// Recipients that are kept.
const RECIPIENTS_MAX: usize = 1_000;

/// Brings a message into the form in which it is kept. One without an id gets
/// one that follows from its bytes.
pub(super) fn finished(email: NewEmail, raw: &[u8]) -> NewEmail {
    let mut recipients: Vec<String> = Vec::new();
    for recipient in email.recipients {
        let recipient = address(&recipient);
        if !recipient.is_empty() && !recipients.contains(&recipient) {
            recipients.push(recipient);
        }
        if recipients.len() == RECIPIENTS_MAX {
            break;
        }
    }
    let id = line(&email.message_id);
    let id = id.trim_start_matches('<').trim_end_matches('>');
    let message_id = match id.is_empty() || id.len() > ID_BYTES_MAX {
        true => made_id(raw),
        false => format!("<{id}>"),
    };
    let mut body = email.body.replace("\r\n", "\n").replace('\0', "");
    body.truncate(body.floor_char_boundary(BODY_BYTES_MAX));
    NewEmail {
        message_id,
        subject: line(&email.subject),
        sender: address(&email.sender),
        recipients,
        date: email.date,
        body,
    }
}

fn made_id(raw: &[u8]) -> String {
    let digest = Sha256::digest(raw);
    let digits: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("<{digits}@toolcrib>")
}

/// Text on one line: controls are dropped, runs of space are one.
fn line(text: &str) -> String {
    let visible = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c });
    let visible: String = visible.filter(|c| !c.is_control()).collect();
    let mut line = visible.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    line.truncate(line.floor_char_boundary(LINE_BYTES_MAX));
    line
}

/// An address without a name, in small letters.
pub(super) fn address(text: &str) -> String {
    let text = line(text);
    let inside = text.rsplit_once('<').and_then(|(_, rest)| rest.split_once('>'));
    inside.map_or(text.as_str(), |(inside, _)| inside).trim().to_lowercase()
}

/// A moment as it is kept, from seconds since 1970.
pub(super) fn date_of(seconds: i64) -> Option<String> {
    let moment = jiff::Timestamp::from_second(seconds).ok()?;
    // Years of more than four digits would not sort.
    let text = moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
    (text.len() == "2001-05-15T10:30:00Z".len() && !text.starts_with('-')).then_some(text)
}

/// A moment from whatever somebody wrote: ISO, RFC 2822, or a number since 1970.
pub(super) fn date_from(text: &str) -> Option<String> {
    let text = text.trim();
    if let Ok(number) = text.parse::<i64>() {
        return number_date(number);
    }
    if let Ok(moment) = text.parse::<jiff::Timestamp>() {
        return date_of(moment.as_second());
    }
    if let Ok(local) = text.replace(' ', "T").parse::<jiff::civil::DateTime>() {
        return date_of(local.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp().as_second());
    }
    let date = mail_parser::DateTime::parse_rfc822(text).filter(mail_parser::DateTime::is_valid)?;
    date_of(date.to_timestamp())
}

/// Seconds or milliseconds since 1970: nobody has mail from the year 5000.
pub(super) fn number_date(number: i64) -> Option<String> {
    date_of(if number.unsigned_abs() > 100_000_000_000 { number / 1_000 } else { number })
}

/// Addresses in one text: a JSON list, or with commas between them.
pub(super) fn list(text: &str) -> Vec<String> {
    if let Ok(list) = serde_json::from_str::<Vec<String>>(text) {
        return list;
    }
    // A comma in quotes is part of a name.
    let (mut list, mut quoted, mut current) = (Vec::new(), false, String::new());
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' | ';' if !quoted => list.push(std::mem::take(&mut current)),
            _ => {}
        }
        if !matches!(c, ',' | ';') || quoted {
            current.push(c);
        }
    }
    list.push(current);
    list
}
