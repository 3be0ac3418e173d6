use std::sync::Arc;

use super::{Program, Scripts};

/// What compiling says of a folder: file, place and message of each problem.
fn problems(files: &[(&str, &str)]) -> Vec<String> {
    let scripts: Scripts =
        files.iter().map(|(name, text)| ((*name).to_owned(), Arc::from(*text))).collect();
    let problems = Program::compile(&scripts).err().unwrap_or_default();
    let worded = problems.iter().map(|problem| match problem.place {
        Some((line, column)) => format!("{}:{line}:{column}: {}", problem.file, problem.message),
        None => format!("{}: {}", problem.file, problem.message),
    });
    worded.collect()
}

const GOOD: &str = "export async function execute() { return { ok: true }; }";

#[test]
fn a_handler_that_can_be_called_has_no_problems() {
    for good in [
        GOOD,
        "export const execute = () => ({ ok: true });",
        "function run() {} export { run as execute };",
        "const wait = await Promise.resolve(1); export function execute() { return wait; }",
        "import { ToolError } from '../_core/error-types.js'; export function execute() { throw new ToolError('AUTH', 'no'); }",
        "console.log(new URL('https://example.com').host, btoa('x')); export function execute() {}",
    ] {
        assert_eq!(problems(&[("handler.js", good)]), [""; 0], "{good}");
    }
}

#[test]
fn what_cannot_be_called_is_told_where_and_why() {
    for (bad, said) in [
        ("export function execute( {", "handler.js:1:27: SyntaxError: invalid property name"),
        ("export const run = 1;", "handler.js: `handler.js` does not export `execute`"),
        (
            "export default function execute() {}",
            "handler.js: `handler.js` does not export `execute`",
        ),
        ("export const execute = 5;", "handler.js: `execute` is no function but of type int"),
        (
            "\nexport function execute() {}\nmissing();",
            "handler.js:3:1: ReferenceError: missing is not defined",
        ),
        ("export function execute() {}\nthrow 1;", "handler.js: 1 was thrown"),
        (
            "export function execute() {}\nawait fetch('https://example.com');",
            "handler.js:2:7: TypeError: this works only inside `execute`",
        ),
        (
            "export function execute() {}\nwhile (true) {}",
            "handler.js: the top level did not come through in 1 s",
        ),
        (
            "export function execute() {}\nawait new Promise(() => {});",
            "handler.js: the top level waits for something that can never come",
        ),
        (
            "import { nothing } from '../_core/error-types.js';\nexport function execute() {}",
            "handler.js: SyntaxError: Could not find export 'nothing' in module '../_core/error-types.js'",
        ),
    ] {
        assert_eq!(problems(&[("handler.js", bad)]), [said], "{bad}");
    }
    assert_eq!(problems(&[]), ["handler.js: `handler.js` is missing"]);
}

#[test]
fn every_import_that_leads_nowhere_is_told() {
    let handler = "import a from './a.js';\nimport b from '../b.js';\nimport c from 'c';\n\
                   import d from '/d.js';\nimport e from 'https://e/';\nimport f from './lib/f.js';\n\
                   import g from '../_core/g.js';\nexport function execute() {}";
    let lib = "import h from '../../h.js';\nexport default 1;";
    assert_eq!(
        problems(&[("handler.js", handler), ("lib/f.js", lib)]),
        [
            "handler.js:1:15: `./a.js` cannot be imported",
            "handler.js:2:15: `../b.js` cannot be imported",
            "handler.js:3:15: `c` cannot be imported",
            "handler.js:4:15: `/d.js` cannot be imported",
            "handler.js:5:15: `https://e/` cannot be imported",
            "lib/f.js:1:15: `../../h.js` cannot be imported",
            "handler.js:7:15: `../_core/g.js` cannot be imported",
        ]
    );
}

#[test]
fn files_that_nothing_imports_are_nobodys_business() {
    let test = "import { expect } from 'vitest';\nexpect(";
    assert_eq!(problems(&[("handler.js", GOOD), ("handler.test.js", test)]), [""; 0]);
}
