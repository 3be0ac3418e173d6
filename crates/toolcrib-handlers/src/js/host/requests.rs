//! What a script may start and wait for: requests, calls, messages.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;
use toolcrib::Arguments;
use toolcrib::session::ClientGone;

use super::{Failure, Link, MESSAGES_MAX, Refused};
use crate::fetch::{Redirect, Request};

impl Link {
    pub(super) fn fetch(&self, id: u32, head: &str, body: Option<Vec<u8>>) -> Result<(), Refused> {
        let head: RequestHead =
            serde_json::from_str(head).map_err(|error| Refused(error.to_string()))?;
        let redirect = match head.redirect.as_str() {
            "follow" => Redirect::Follow,
            "error" => Redirect::Error,
            "manual" => Redirect::Manual,
            other => return Err(Refused(format!("`{other}` is none of follow, error, manual"))),
        };
        let RequestHead { url, method, headers, .. } = head;
        let request = Request { url, method, headers, body, redirect };
        self.start(id, |host| {
            let (fetcher, hosts) = (host.fetcher.clone(), Arc::clone(&host.hosts));
            Ok(async move {
                let response = fetcher
                    .fetch(&hosts, request)
                    .await
                    .map_err(|error| Failure { code: error.code(), message: error.to_string() })?;
                let head = json!({
                    "url": response.url,
                    "status": response.status,
                    "statusText": response.status_text,
                    "redirected": response.redirected,
                    "headers": response.headers,
                });
                Ok((head.to_string(), Some(response.body)))
            })
        })
    }

    pub(super) fn call(&self, id: u32, tool: String, arguments: String) -> Result<(), Refused> {
        self.start(id, |host| {
            let call = host.call.clone();
            Ok(async move {
                let outcome = call.call(&tool, Arguments::Text(arguments)).await;
                let text = serde_json::to_string(&outcome)
                    .map_err(|error| Failure { code: "OUTCOME", message: error.to_string() })?;
                Ok((text, None))
            })
        })
    }

    pub(super) fn send(&self, message: &str) -> Result<(), Refused> {
        if self.sent.get() >= MESSAGES_MAX {
            return Err(Refused(format!("a handler may send {MESSAGES_MAX} messages")));
        }
        self.sent.set(self.sent.get() + 1);
        let host = self.host.borrow();
        let host = host.as_ref().ok_or_else(Refused::outside)?;
        let client = host.call.session().client.ok_or(ClientGone)?;
        Ok(client.send(message)?)
    }
}

#[derive(Deserialize)]
struct RequestHead {
    url: String,
    method: String,
    headers: Vec<(String, String)>,
    redirect: String,
}
