//! Which call a piece belongs to.

use serde_json::{Map, Value};

use super::{Assembler, Fragment, Open};

impl Assembler {
    /// The call that a piece belongs to, if it has begun.
    pub(super) fn find(&self, fragment: &Fragment<'_>) -> Option<usize> {
        let (id, has_name) =
            (fragment.id.filter(|id| !id.is_empty()), fragment.name.is_some_and(|n| !n.is_empty()));
        let last = |is_it: &dyn Fn(&Open) -> bool| self.calls.iter().rposition(is_it);
        if let Some(index) = fragment.index {
            let same = last(&|call| {
                call.index == Some(index) && id.is_some() && call.wire_id.as_deref() == id
            });
            let at = same.or_else(|| last(&|call| call.index == Some(index)))?;
            // Some send every call at index 0: another id with a name is another call.
            let call = &self.calls[at];
            let is_another = match call.wire_id.as_deref().zip(id) {
                Some((known, id)) => has_name && known != id,
                None => is_another(call, fragment),
            };
            return (!is_another).then_some(at);
        }
        if let Some(id) = id {
            // Two that stand side by side in a chunk are two, should they share an id.
            let is_beside = |call: &Open| {
                has_name && call.position.zip(fragment.position).is_some_and(|(a, b)| a != b)
            };
            let same = last(&|call| call.wire_id.as_deref() == Some(id) && !is_beside(call));
            if same.is_some() || has_name {
                return same;
            }
        }
        if let Some(position) = fragment.position {
            let at = last(&|call| call.position == Some(position))?;
            return (!is_another(&self.calls[at], fragment)).then_some(at);
        }
        let at = self.calls.len().checked_sub(1)?;
        (!is_another(&self.calls[at], fragment)).then_some(at)
    }
}

/// Whether a piece with a name begins a call beside one that is whole, where no
/// id and no number tells them apart.
fn is_another(call: &Open, fragment: &Fragment<'_>) -> bool {
    let Some(name) = fragment.name.filter(|name| !name.is_empty()) else { return false };
    // A name that is only said again is not.
    let has_more = name != call.name || fragment.arguments.trim_start().starts_with('{');
    !call.name.is_empty() && has_more && is_object(&call.arguments)
}

/// Whether a text is a whole JSON object.
pub(super) fn is_object(text: &str) -> bool {
    text.trim_end().ends_with('}') && serde_json::from_str::<Map<String, Value>>(text).is_ok()
}
