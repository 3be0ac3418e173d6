//! Generated TypeScript and Python: checked by their own tools, and run.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::bed::Bed;
use crate::books::book;

/// What `cargo xtask test` installs, and names here.
pub(super) fn program(variable: &str) -> Option<String> {
    let program = std::env::var(variable).ok();
    let is_ci = std::env::var_os("CI").is_some();
    assert!(program.is_some() || !is_ci, "{variable} must name the program");
    program
}

#[track_caller]
pub(super) fn passes(command: &mut Command) -> String {
    let ran = command.output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{command:?}\n{out}\n{err}");
    out.into_owned()
}

fn generate(bed: &Bed, language: &str, file: &str, more: &[&str]) {
    let typed = [&["generate", language, "--out", file], more].concat();
    let ran = bed.run(&typed);
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{said}");
    assert!(said.starts_with(&format!("{file} written: ")), "{said}");
    // The same again changes nothing.
    let again = bed.run(&typed);
    assert!(String::from_utf8_lossy(&again.stderr).contains("is up to date"));
}

/// Modern output with every check there is.
fn tsc(program: &str, folder: &Path) -> Command {
    let mut tsc = Command::new(program);
    tsc.args(["--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes"]);
    tsc.args(["--target", "es2022", "--module", "es2022", "--lib", "es2022,dom"]);
    tsc.current_dir(folder);
    tsc
}

#[tokio::test]
async fn typescript_passes_its_compiler_and_calls() {
    let (Some(program), Some(node)) = (program("TOOLCRIB_TEST_TSC"), program("TOOLCRIB_TEST_NODE"))
    else {
        return;
    };
    let bed = Bed::sqlite();
    generate(&bed, "typescript", "nasty.ts", &["--book", &book("nasty.yaml")]);
    passes(tsc(&program, bed.path()).args(["--noEmit", "nasty.ts"]));
    // A use that does not fit is refused.
    let wrong = "import { Toolcrib } from \"./nasty\";\nnew Toolcrib().merged({ quary: \"x\" });\n";
    fs::write(bed.path().join("wrong.ts"), wrong).unwrap();
    let refused = tsc(&program, bed.path()).args(["--noEmit", "wrong.ts"]).output().unwrap();
    assert!(!refused.status.success());
    let server = bed.serve(&[]).await;
    generate(&bed, "typescript", "tools.ts", &[]);
    let script = format!(
        "import {{ Toolcrib, ToolError }} from \"./tools.mjs\";\n\
         const crib = new Toolcrib({{ url: \"http://{}\" }});\n\
         const sum = await crib.calculator({{ a: 6, b: 7, operation: \"multiply\" }});\n\
         console.log(JSON.stringify(sum.data));\n\
         try {{ await crib.calculator({{ a: 1, b: 0, operation: \"divide\" }}); }} \
         catch (error) {{ console.log(error instanceof ToolError ? error.type : error); }}\n",
        server.address
    );
    fs::write(bed.path().join("calls.mts"), script).unwrap();
    fs::rename(bed.path().join("tools.ts"), bed.path().join("tools.mts")).unwrap();
    passes(tsc(&program, bed.path()).args(["--moduleResolution", "bundler", "calls.mts"]));
    let said = passes(Command::new(node).arg("calls.mjs").current_dir(bed.path()));
    assert_eq!(said, "{\"result\":42}\nPERMANENT\n");
}

#[tokio::test]
async fn python_passes_its_type_checker_and_calls() {
    let Some(mypy) = program("TOOLCRIB_TEST_MYPY") else { return };
    let python = Path::new(&mypy).with_file_name("python");
    let bed = Bed::sqlite();
    generate(&bed, "python", "nasty.py", &["--book", &book("nasty.yaml")]);
    let check = |file: &str| {
        let mut check = Command::new(&mypy);
        check.args(["--strict", "--cache-dir", "cache", file]).current_dir(bed.path());
        check
    };
    passes(&mut check("nasty.py"));
    let wrong = "from nasty import Toolcrib\nToolcrib().merged({\"quary\": \"x\"})\n";
    fs::write(bed.path().join("wrong.py"), wrong).unwrap();
    assert!(!check("wrong.py").output().unwrap().status.success());
    let server = bed.serve(&[]).await;
    generate(&bed, "python", "tools.py", &[]);
    let script = format!(
        "from tools import RequestError, Toolcrib, ToolError\n\
         crib = Toolcrib(\"http://{}\")\n\
         answer = crib.calculator({{\"a\": 6, \"b\": 7, \"operation\": \"multiply\"}})\n\
         print(answer.data, len(answer.warnings))\n\
         try:\n    crib.calculator({{\"a\": 1, \"b\": 0, \"operation\": \"divide\"}})\n\
         except ToolError as error:\n    print(error.type)\n\
         try:\n    Toolcrib(\"http://{}\", workspace=\"a b\").echo({{}})\n\
         except RequestError as refused:\n    print(refused.status)\n",
        server.address, server.address
    );
    fs::write(bed.path().join("calls.py"), script).unwrap();
    passes(&mut check("calls.py"));
    let said = passes(Command::new(python).arg("calls.py").current_dir(bed.path()));
    assert_eq!(said, "{'result': 42.0} 0\nPERMANENT\n400\n");
}

#[test]
fn a_tool_that_is_not_there_is_named() {
    let bed = Bed::sqlite();
    let ran = bed.run(&["generate", "rust", "calculater"]);
    assert_eq!(ran.status.code(), Some(2));
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(said, "error: there is no tool `calculater`. Did you mean `calculator`?\n");
    let ran = bed.run(&["generate", "rust", "calculator"]);
    let code = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(code.contains("pub mod calculator {") && !code.contains("pub mod echo {"), "{code}");
    let ran = bed.run(&["generate", "rust", "--book", &book("broken.yaml")]);
    assert_eq!((ran.status.code(), ran.stdout.len()), (Some(1), 0));
}
