//! A tool that makes requests.

use std::time::Duration;

use toolcrib_handlers::fetch::{FetchError, FetchSettings, Fetcher, HostList, Redirect};
use toolcrib_handlers::fetch::{Request, Response};

pub(super) struct Tool {
    pub(super) fetcher: Fetcher,
    pub(super) hosts: HostList,
}

impl Tool {
    /// A tool that may reach these hosts, which may all be private.
    pub(super) fn near(hosts: &[&str]) -> Self {
        Self::set(hosts, FetchSettings { private_hosts: list(hosts), ..FetchSettings::default() })
    }

    /// A tool that may reach these hosts where they are public.
    pub(super) fn far(hosts: &[&str]) -> Self {
        Self::set(hosts, FetchSettings::default())
    }

    pub(super) fn set(hosts: &[&str], settings: FetchSettings) -> Self {
        Self { fetcher: Fetcher::new(settings), hosts: list(hosts) }
    }

    pub(super) async fn send(&self, request: Request) -> Result<Response, FetchError> {
        ended(self.fetcher.fetch(&self.hosts, request)).await
    }

    /// The body of the answer to a request, or what was said instead.
    pub(super) async fn ask(&self, request: Request) -> Result<String, String> {
        match self.send(request).await {
            Ok(answer) => Ok(String::from_utf8(answer.body).unwrap()),
            Err(error) => Err(error.to_string()),
        }
    }

    pub(super) async fn get(&self, url: &str) -> Result<String, String> {
        self.ask(get(url)).await
    }
}

pub(super) fn list(hosts: &[&str]) -> HostList {
    HostList::parse(hosts).unwrap()
}

pub(super) fn get(url: &str) -> Request {
    Request {
        url: url.to_owned(),
        method: "GET".to_owned(),
        headers: Vec::new(),
        body: None,
        redirect: Redirect::Follow,
    }
}

pub(super) fn post(url: &str, body: &str) -> Request {
    Request { method: "POST".to_owned(), body: Some(body.as_bytes().to_vec()), ..get(url) }
}

pub(super) fn headers(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// Waits for something that a broken rule would let run for ever.
pub(super) async fn ended<F: Future>(future: F) -> F::Output {
    tokio::time::timeout(Duration::from_secs(30), future).await.expect("it ends")
}
