//! Findings in the form that people know from rustc.

use annotate_snippets::{
    AnnotationKind, Group, Level, Origin, Renderer, Snippet, normalize_untrusted_str,
};

use crate::finding::{Finding, FindingSeverity, Texts};

/// Findings with their source lines, for a terminal or for a file.
pub fn render(files: &impl Texts, findings: &[Finding], color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut text = String::new();
    for finding in findings {
        text.push_str(&renderer.render(&[group(files, finding)]));
        text.push_str("\n\n");
    }
    text
}

fn group<'a>(files: &'a impl Texts, finding: &'a Finding) -> Group<'a> {
    let level = match finding.severity {
        FindingSeverity::Error => Level::ERROR,
        FindingSeverity::Warning => Level::WARNING,
        FindingSeverity::Note => Level::NOTE,
    };
    let group = Group::with_title(level.primary_title(finding.message.as_str()));
    let path = files.path_of(&finding.file);
    let group = match (&finding.span, files.text(&finding.file)) {
        (Some(span), Some(source)) => {
            let annotation = AnnotationKind::Primary.span(span.clone());
            group.element(Snippet::source(source).path(path).annotation(annotation))
        }
        _ => group.element(Origin::path(path)),
    };
    match finding.help.as_str() {
        "" => group,
        help => group.element(Level::HELP.message(normalize_untrusted_str(help))),
    }
}
