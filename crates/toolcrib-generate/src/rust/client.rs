/// One thing that is wrong, or was left out, and where.
#[derive(Clone, Debug, ::serde::Deserialize)]
pub struct Fault {
    pub pointer: String,
    pub message: String,
    #[serde(default)]
    pub expected: String,
}

/// What a tool answered, and what it had to leave out.
#[derive(Clone, Debug)]
pub struct Answer<T> {
    pub data: T,
    pub warnings: Vec<Fault>,
    pub call_id: String,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Error {
    /// The call was made and failed.
    Tool { kind: String, message: String, retryable: bool, details: Vec<Fault>, call_id: String },
    /// The server did not take the request.
    Request { status: u16, code: String, message: String },
    /// The answer is not what the tool promises.
    Unexpected(::serde_json::Error),
    /// The server was not reached.
    Http(::reqwest::Error),
}

impl ::std::fmt::Display for Error {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        match self {
            Self::Tool { kind, message, .. } => write!(f, "{kind}: {message}"),
            Self::Request { status, message, .. } => write!(f, "{status}: {message}"),
            Self::Unexpected(error) => write!(f, "the answer cannot be read: {error}"),
            Self::Http(error) => write!(f, "the server was not reached: {error}"),
        }
    }
}

impl ::std::error::Error for Error {}

impl From<::reqwest::Error> for Error {
    fn from(error: ::reqwest::Error) -> Self {
        Self::Http(error)
    }
}

impl From<::serde_json::Error> for Error {
    fn from(error: ::serde_json::Error) -> Self {
        Self::Unexpected(error)
    }
}

/// Calls tools over REST. It wants reqwest, serde, serde_json and, for patterns, nothing else.
#[derive(Clone, Debug)]
pub struct Client {
    http: ::reqwest::Client,
    url: String,
    workspace: String,
    key: Option<String>,
    agent_id: Option<String>,
}

impl Client {
    /// A client of the server at this address, such as `http://127.0.0.1:7420`.
    pub fn new(http: ::reqwest::Client, url: &str, workspace: &str) -> Self {
        let (url, workspace) = (url.trim_end_matches('/').to_owned(), workspace.to_owned());
        Self { http, url, workspace, key: None, agent_id: None }
    }

    /// The same, with a key.
    #[must_use]
    pub fn with_key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// The same, on behalf of an agent.
    #[must_use]
    pub fn with_agent(mut self, agent_id: impl Into<String>) -> Self {
        self.agent_id = Some(agent_id.into());
        self
    }

    async fn send<I: ::serde::Serialize, O: ::serde::de::DeserializeOwned>(
        &self,
        tool: &str,
        input: &I,
    ) -> Result<Answer<O>, Error> {
        let mut body = ::serde_json::json!({ "arguments": ::serde_json::to_value(input)? });
        if let Some(agent_id) = &self.agent_id {
            body["agent_id"] = agent_id.as_str().into();
        }
        let mut request = self
            .http
            .post(format!("{}/api/tools/{tool}/call", self.url))
            .header("Content-Type", "application/json")
            .header("X-Workspace-Id", &self.workspace)
            .body(body.to_string());
        if let Some(key) = &self.key {
            request = request.header("Authorization", format!("Bearer {key}"));
        }
        let response = request.send().await?;
        let status = response.status().as_u16();
        let text = response.text().await?;
        if status != 200 {
            let said: ::serde_json::Value = ::serde_json::from_str(&text).unwrap_or_default();
            let word = |name: &str| said["error"][name].as_str().unwrap_or_default().to_owned();
            return Err(Error::Request { status, code: word("code"), message: word("message") });
        }
        let mut outcome: ::serde_json::Value = ::serde_json::from_str(&text)?;
        let call_id = outcome["meta"]["callId"].as_str().unwrap_or_default().to_owned();
        if outcome["ok"] != true {
            let error = outcome["error"].take();
            let word = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
            return Err(Error::Tool {
                kind: word("type"),
                message: word("message"),
                retryable: error["retryable"] == true,
                details: ::serde_json::from_value(error["details"].clone()).unwrap_or_default(),
                call_id,
            });
        }
        let warnings = ::serde_json::from_value(outcome["warnings"].take()).unwrap_or_default();
        Ok(Answer { data: ::serde_json::from_value(outcome["data"].take())?, warnings, call_id })
    }

    // METHODS
}
