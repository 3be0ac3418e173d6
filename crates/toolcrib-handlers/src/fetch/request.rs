//! What a script asks for.

/// A request as a script makes it; nothing in it has been judged.
#[derive(Clone, Debug)]
pub struct Request {
    /// A complete URL.
    pub url: String,
    /// `GET`, `post`; any method but those that speak to proxies.
    pub method: String,
    /// Names and values; a name may come more than once.
    pub headers: Vec<(String, String)>,
    /// What is sent after the headers.
    pub body: Option<Vec<u8>>,
    /// What becomes of a redirect.
    pub redirect: Redirect,
}

/// What becomes of an answer that leads elsewhere: a status of 301, 302, 303,
/// 307 or 308 with a `location`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Redirect {
    /// It is followed.
    #[default]
    Follow,
    /// It is an error.
    Error,
    /// It is the answer.
    Manual,
}
