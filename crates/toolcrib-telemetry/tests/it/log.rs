//! What is logged.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer};

/// Everything that is logged.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<(Level, String, String)>>>);

struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0 += &format!("{field}={value:?} ");
    }
}

impl<S: Subscriber> Layer<S> for Log {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut text = Text(String::new());
        event.record(&mut text);
        let metadata = event.metadata();
        let line = (*metadata.level(), metadata.target().to_owned(), text.0);
        self.0.lock().unwrap().push(line);
    }
}

impl Log {
    pub(crate) fn take(&self) -> Vec<(Level, String, String)> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}
