//! `toolcrib chat`.

mod show;

use anyhow::Result;
use tokio::sync::mpsc;
use toolcrib::{CancellationToken, Runtime};
use toolcrib_agents::Ended;
use toolcrib_store::SessionRow;

use super::arguments::Chat;
use super::lines::Lines;
use super::place::{PATIENCE, Place};
use super::terminal::Terminal;
use super::{Exit, Streams, agents};
use crate::crib::{Crib, Workspace, mint_id};
use crate::talk::chat::{self, ChatError, Said, Summary, agent_for};

/// Events that wait to be shown.
const EVENTS_MAX: usize = 64;

pub(super) async fn run(
    typed: Chat,
    place: Place,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    if typed.message.as_ref().is_some_and(|message| message.trim().is_empty()) {
        return streams.fail(Exit::Usage, "there is nothing to say in an empty message", json);
    }
    let flags = place.flags();
    let stop = place.stop.clone();
    let (crib, workspace) = place.open_guarded().await?;
    crib.join_upstreams(PATIENCE).await;
    agents::take_in(&crib, &workspace).await?;
    let talk = match Talk::open(&typed, crib, &workspace, streams).await {
        Ok(talk) => talk,
        Err(error) => return streams.fail(Exit::Failed, &format!("{error:#}"), json),
    };
    // Ctrl-C stops an answer, not the conversation.
    stop.leave_ctrl_c();
    let ended = talk.hold(&typed, json, streams).await;
    if typed.message.is_none() && !json {
        let id = &talk.session;
        writeln!(streams.err, "Go on with `toolcrib chat{flags} --session {id}`.")?;
    }
    talk.crib.close().await;
    ended
}

/// A conversation at a terminal.
struct Talk<'a> {
    crib: Crib,
    workspace: &'a Workspace,
    runtime: Runtime,
    lines: Lines,
    session: String,
}

impl<'a> Talk<'a> {
    async fn open(
        typed: &Chat,
        crib: Crib,
        workspace: &'a Workspace,
        streams: &mut Streams,
    ) -> Result<Self> {
        let session = match &typed.session {
            Some(id) => {
                let known = crib.store().session(workspace.id(), id).await?;
                let known = known.ok_or_else(|| anyhow::anyhow!("there is no session `{id}`"))?;
                anyhow::ensure!(known.ended_at.is_none(), "the session `{id}` has ended");
                known
            }
            None => SessionRow {
                id: mint_id("sess")?,
                workspace: workspace.id().to_string(),
                agent_id: None,
                mode: typed.mode.to_string(),
                created_at: toolcrib_store::now(),
                ended_at: None,
            },
        };
        let agent = agent_for(workspace, &session, typed.agent.as_deref())?;
        if typed.session.is_none() {
            crib.store().create_session(session.clone()).await?;
        }
        if typed.message.is_none() && streams.interactive {
            let model = match crib.models().are_samples() {
                true => ", which plays prepared answers: no model is set up",
                false => "",
            };
            writeln!(
                streams.err,
                "You talk to `{agent}`{model}. Ctrl-C stops an answer, Ctrl-D ends the talk."
            )?;
        }
        let input = std::mem::replace(&mut streams.input, Box::new(std::io::empty()));
        let lines = Lines::new(input);
        let mut builder = workspace.runtime_builder(&crib);
        if streams.interactive {
            builder = builder.approver(Terminal::Ask(lines.clone()));
        }
        let runtime = builder.build();
        Ok(Self { crib, workspace, runtime, lines, session: session.id })
    }

    async fn hold(&self, typed: &Chat, json: bool, streams: &mut Streams) -> Result<Exit> {
        let mut agent = typed.agent.clone();
        if let Some(message) = &typed.message {
            return self.say(message.clone(), agent, json, streams).await.map(|(exit, _)| exit);
        }
        let mut last = Exit::Done;
        loop {
            if streams.interactive {
                write!(streams.err, "> ")?;
                streams.err.flush()?;
            }
            let line = tokio::select! {
                line = self.lines.next() => line?,
                _ = tokio::signal::ctrl_c() => None,
            };
            let Some(line) = line else { return Ok(last) };
            let message = line.trim();
            if message.is_empty() {
                continue;
            }
            let (exit, is_over) = self.say(message.to_owned(), agent.take(), json, streams).await?;
            last = exit;
            if is_over {
                return Ok(last);
            }
        }
    }

    /// Says something and shows what comes of it.
    async fn say(
        &self,
        message: String,
        agent: Option<String>,
        json: bool,
        streams: &mut Streams,
    ) -> Result<(Exit, bool)> {
        let session = self.crib.store().session(self.workspace.id(), &self.session).await?;
        let session = session.ok_or_else(|| anyhow::anyhow!("the session is gone"))?;
        let cancel = CancellationToken::new();
        let (sender, receiver) = mpsc::channel(EVENTS_MAX);
        let listener = (!json).then_some(sender);
        let said =
            // Whoever sits here is asked by the terminal itself; a script is not.
            Said {
                session: &session,
                message,
                agent,
                key: None,
                cancel: cancel.clone(),
                listener,
                is_attended: false,
            };
        let turn = Box::pin(chat::chat(&self.crib, self.workspace, &self.runtime, said));
        let stopped = async {
            // Ends with the answer; a second Ctrl-C finds nothing to stop.
            if tokio::signal::ctrl_c().await.is_ok() {
                cancel.cancel();
            }
            std::future::pending::<()>().await;
        };
        let shown = async { tokio::join!(turn, show::events(receiver, streams)) };
        let (ended, shown) = tokio::select! {
            ended = shown => ended,
            () = stopped => unreachable!("it waits for ever"),
        };
        shown?;
        match ended {
            Ok(end) => {
                let is_good = !matches!(end.how, Ended::Failed(_) | Ended::Cancelled);
                let is_over = end.is_over;
                if json {
                    streams.print_json(&Summary::new(&self.session, end))?;
                }
                Ok((if is_good { Exit::Done } else { Exit::Failed }, is_over))
            }
            Err(error @ ChatError::Store(_)) => Err(error.into()),
            Err(error) => {
                let exit = streams.fail(Exit::Failed, &error.to_string(), json)?;
                Ok((exit, matches!(error, ChatError::Over)))
            }
        }
    }
}
