//! `guide.md`: the summary in its first line, and the examples.
//!
//! An example is a fenced `json` block under a heading that starts with
//! "Example": the arguments of a call. A block after it may say how the call
//! ends: `json answer` all of the answer's `data`, `json answer includes` a
//! part of it, `json error` a part of the error.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};
use serde_json::Value;

use super::{GUIDE, MANIFEST};
use toolcrib_authoring::document::{Document, Language};
use toolcrib_authoring::places::line_and_column;
use toolcrib_authoring::{Finding, FindingSeverity};

/// Characters of a summary: it stands in system prompts.
pub const SUMMARY_CHARS_MAX: usize = 250;

/// Blocks of examples that one guide may have.
const BLOCKS_MAX: usize = 200;

/// A call that the guide shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The bold line or the paragraph before it.
    pub title: Option<String>,
    /// The line of the guide on which it starts.
    pub line: usize,
    /// The arguments of the call.
    pub arguments: Value,
    /// How the call ends, where the guide says so.
    pub expect: Option<Expect>,
}

/// How a call ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Expect {
    /// With exactly this `data`.
    Answer(Value),
    /// With `data` of which this is a part.
    AnswerIncludes(Value),
    /// With an error of which this is a part, such as `{"type": "PERMANENT"}`.
    Error(Value),
}

/// What a guide says.
#[derive(Default)]
pub(super) struct Guide {
    pub(super) summary: Option<String>,
    pub(super) examples: Vec<Example>,
    pub(super) findings: Vec<Finding>,
}

/// Reads a guide.
pub(super) fn read(text: &str) -> Guide {
    let mut guide = Guide::default();
    if text.trim().is_empty() {
        let help = "say in the first line what the tool does; the model reads it";
        guide.findings.push(Finding::error(GUIDE, "the guide is empty", help));
        return guide;
    }
    match summary(text) {
        Ok(summary) => guide.summary = Some(summary),
        Err(finding) => guide.findings.push(*finding),
    }
    let (section, title, last) = (None, None, Last::Nothing);
    let mut reader = Reader { text, guide, section, title, last, blocks: 0 };
    reader.read();
    let mut guide = reader.guide;
    if guide.examples.is_empty() && guide.findings.is_empty() {
        guide.findings.push(Finding::new(
            FindingSeverity::Note,
            GUIDE,
            "the guide shows no example",
            "add a heading `## Examples` and under it the arguments of a call in a ```json block",
        ));
    }
    guide
}

/// The first line that is no heading.
fn summary(text: &str) -> Result<String, Box<Finding>> {
    let help = "write a sentence after the title: it stands in system prompts";
    let missing = || Finding::error(GUIDE, "the guide has no summary", help);
    let mut depth = 0_usize;
    let mut first = None;
    for (event, range) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { .. } | Tag::HtmlBlock) => depth += 1,
            Event::End(TagEnd::Heading(_) | TagEnd::HtmlBlock) => depth -= 1,
            Event::Rule => {}
            _ if depth > 0 => {}
            Event::Start(Tag::CodeBlock(_)) => {
                return Err(Box::new(missing().at(first_line(text, &range))));
            }
            _ => {
                first = Some(range);
                break;
            }
        }
    }
    let Some(range) = first else { return Err(Box::new(missing())) };
    let line = first_line(text, &range);
    let summary = text[line.clone()].trim();
    let chars = summary.chars().count();
    if chars > SUMMARY_CHARS_MAX {
        let message =
            format!("the summary has {chars} characters; {SUMMARY_CHARS_MAX} is the most");
        let help = "keep the first line short and move the rest to a paragraph of its own";
        let fits: usize = summary.chars().take(SUMMARY_CHARS_MAX).map(char::len_utf8).sum();
        let finding = Finding::error(GUIDE, message, help).at(line.start + fits..line.end);
        return Err(Box::new(finding));
    }
    Ok(summary.to_owned())
}

/// The first line of a block, without white space around it.
fn first_line(text: &str, block: &Range<usize>) -> Range<usize> {
    let inside = &text[block.clone()];
    let start = block.start + (inside.len() - inside.trim_start().len());
    let line = text[start..].lines().next().unwrap_or_default().trim_end();
    start..start + line.len()
}

/// What an expectation would belong to.
enum Last {
    Nothing,
    Example,
    /// An example that could not be read; nothing more is said about it.
    Broken,
}

struct Reader<'a> {
    text: &'a str,
    guide: Guide,
    /// The level of the heading whose section holds examples.
    section: Option<HeadingLevel>,
    /// What was said just before.
    title: Option<String>,
    last: Last,
    blocks: usize,
}

/// A fenced block: its first line and its text in pieces, each with its place.
#[derive(Default)]
struct Block {
    info: String,
    fence: Range<usize>,
    pieces: Vec<(String, usize)>,
}

impl Reader<'_> {
    fn read(&mut self) {
        let mut block: Option<Block> = None;
        for (event, range) in Parser::new(self.text).into_offset_iter() {
            match event {
                Event::End(TagEnd::Heading(level)) => self.heading(level, &range),
                Event::End(TagEnd::Paragraph) => self.title = title(&self.text[range]),
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    let (info, fence) = (info.to_string(), first_line(self.text, &range));
                    block = Some(Block { info, fence, pieces: Vec::new() });
                }
                Event::Text(piece) => {
                    if let Some(block) = &mut block {
                        block.pieces.push((piece.to_string(), range.start));
                    }
                }
                Event::End(TagEnd::CodeBlock) => {
                    let title = self.title.take();
                    if let Some(block) = block.take() {
                        self.block(&block, title);
                    }
                }
                Event::End(TagEnd::List(_) | TagEnd::HtmlBlock) | Event::Rule => self.title = None,
                _ => {}
            }
        }
    }

    fn heading(&mut self, level: HeadingLevel, range: &Range<usize>) {
        let heading = title(&self.text[range.clone()]).unwrap_or_default();
        let is_examples = heading.to_lowercase().starts_with("example");
        match self.section {
            Some(section) if level > section => self.title = Some(heading),
            _ => {
                self.section = is_examples.then_some(level);
                (self.title, self.last) = (None, Last::Nothing);
            }
        }
    }

    fn block(&mut self, block: &Block, title: Option<String>) {
        let words: Vec<&str> = block.info.split_whitespace().collect();
        if self.section.is_none() || words.first() != Some(&"json") {
            return;
        }
        self.blocks += 1;
        if self.blocks > BLOCKS_MAX {
            if self.blocks == BLOCKS_MAX + 1 {
                let message = format!("the guide has more than {BLOCKS_MAX} blocks of examples");
                let help = "keep the ones that teach something";
                self.fault(block.fence.clone(), message, help);
            }
            return;
        }
        let expectation: fn(Value) -> Expect = match words[1..] {
            [] => return self.arguments(block, title),
            ["answer"] => Expect::Answer,
            ["answer", "includes"] => Expect::AnswerIncludes,
            ["error"] => Expect::Error,
            _ => {
                let message = format!("`{}` is not a kind of example", block.info);
                let help = "write `json` for the arguments of a call, then `json answer`, \
                            `json answer includes` or `json error` for how it ends";
                return self.fault(block.fence.clone(), message, help);
            }
        };
        self.expect(block, expectation);
    }

    fn arguments(&mut self, block: &Block, title: Option<String>) {
        self.last = Last::Broken;
        let Some(arguments) = self.json(block) else { return };
        if !arguments.is_object() {
            let message = "the arguments of a call must be an object";
            let help = format!("write `{{ … }}` with the parameters of {MANIFEST}");
            return self.fault(block.fence.clone(), message, help);
        }
        let (line, _) = line_and_column(self.text, block.fence.start);
        self.guide.examples.push(Example { title, line, arguments, expect: None });
        self.last = Last::Example;
    }

    fn expect(&mut self, block: &Block, expectation: fn(Value) -> Expect) {
        let Some(value) = self.json(block) else { return };
        match (&self.last, self.guide.examples.last_mut()) {
            (Last::Example, Some(Example { expect: expect @ None, .. })) => {
                *expect = Some(expectation(value));
            }
            (Last::Example, Some(example)) => {
                let line = example.line;
                let message = format!("the example on line {line} already says how it ends");
                self.fault(block.fence.clone(), message, "keep one of the two");
            }
            (Last::Broken, _) => {}
            (Last::Example | Last::Nothing, _) => {
                let message =
                    format!("`{}` says how a call ends, but no call stands before it", block.info);
                let help = "put a ```json block with the arguments of the call before it";
                self.fault(block.fence.clone(), message, help);
            }
        }
    }

    fn json(&mut self, block: &Block) -> Option<Value> {
        let text: String = block.pieces.iter().map(|(piece, _)| piece.as_str()).collect();
        match Document::parse(&text, Language::Json) {
            Ok(document) => Some(document.value),
            Err(faults) => {
                for fault in faults {
                    let span = match text.trim().is_empty() {
                        true => block.fence.clone(),
                        false => block.place(fault.span.start)..block.place(fault.span.end),
                    };
                    self.fault(span, fault.message, fault.help);
                }
                None
            }
        }
    }

    fn fault(&mut self, span: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.guide.findings.push(Finding::error(GUIDE, message, help).at(span));
    }
}

impl Block {
    /// The byte of the guide at which a byte of the block's text stands.
    fn place(&self, byte: usize) -> usize {
        let mut start = 0;
        let mut place = self.fence.end;
        for (piece, at) in &self.pieces {
            if byte < start {
                break;
            }
            place = at + (byte - start).min(piece.len());
            start += piece.len();
        }
        place
    }
}

/// A heading or a paragraph as a title; of several lines the last if it is bold.
fn title(block: &str) -> Option<String> {
    let block = block.trim().trim_matches('#').trim();
    let last = block.lines().last().unwrap_or_default().trim();
    let title = if last.starts_with("**") { last } else { block };
    let title = title.replace("**", "").split_whitespace().collect::<Vec<_>>().join(" ");
    let title = title.trim_end_matches(':').to_owned();
    (!title.is_empty()).then_some(title)
}
