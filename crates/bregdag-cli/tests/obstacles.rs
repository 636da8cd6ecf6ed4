//! One message about all that stands in the way, and a command line that gets past it.

mod workshop;

use std::fs;
use std::process::Command;

use proptest::prelude::*;
use workshop::{Workshop, check_schema, code, error};

/// The command line in a message.
fn advised(message: &str) -> String {
    let line = message.lines().find_map(|line| line.strip_prefix("  bregdag "));
    line.unwrap_or_else(|| panic!("no command line in {message}")).into()
}

/// Runs a line as a shell does.
fn in_shell(workshop: &Workshop, line: &str) -> std::process::Output {
    let line = format!("{} {line}", env!("CARGO_BIN_EXE_bregdag"));
    Command::new("bash").arg("-c").arg(line).current_dir(workshop.path("")).output().unwrap()
}

fn untidy() -> String {
    let mut text = String::from(",name,\"a,b\",\"say \"\"hi\"\"\",x*,xy,z,when\n");
    for r in 0..40 {
        let z = if r % 6 == 0 { String::new() } else { (r * r % 17).to_string() };
        text += &format!(
            "{r},n{r},${r},{}%,{}%,{},{z},2020-01-{:02}\n",
            r % 7,
            r % 9,
            r * 7 % 11,
            r % 28 + 1
        );
    }
    text
}

#[test]
fn the_line_that_is_printed_gets_past_all_obstacles() {
    let workshop = Workshop::new();
    fs::write(workshop.path("my data.csv"), untidy()).unwrap();
    for verb in
        ["learn --out fit.json", "stability --folds 2", "diagnose", "compare --methods sort,empty"]
    {
        let output = workshop.command(verb).arg("my data.csv").output().unwrap();
        let message = error(&output);
        assert_eq!(code(&output), Some(2), "{message}");
        assert!(
            message.starts_with("error: there are several obstacles:\n  - my data.csv: "),
            "{message}"
        );
        let line = advised(&message);
        let first = verb.split(' ').next().unwrap();
        assert!(line.starts_with(first) && line.contains("'my data.csv'"), "{line}");
        assert!(line.contains(r#"--drop '"a,b","say ""hi""",x\*,when'"#), "{line}");
        let output = in_shell(&workshop, &line);
        assert_eq!(code(&output), Some(0), "{line}: {}", error(&output));
    }
    let document = workshop.json("fit.json");
    check_schema(&document);
    let reading = &document["preparation"]["reading"];
    assert_eq!(reading["drop"][2], r"x\*");
    assert_eq!(reading["left_out"], serde_json::json!(["name"]));
    assert_eq!(document["variables"], serde_json::json!(["xy", "z"]));
    let output = workshop.run_with("moments - --out x.moments", untidy().as_bytes());
    assert!(
        advised(&error(&output)).starts_with("moments - --out x.moments --text drop "),
        "{}",
        error(&output)
    );
}

#[test]
fn where_nothing_is_left_no_line_is_printed() {
    let workshop = Workshop::new();
    fs::write(workshop.path("a.csv"), "name,city,a\nx,u,1\ny,v,2\nz,w,3\n").unwrap();
    let message = error(&workshop.run("learn a.csv"));
    assert!(
        message.contains("at least two columns") && !message.contains("  bregdag "),
        "{message}"
    );
    assert!(message.contains("No option gets past it"), "{message}");
}

#[test]
fn words_orders_and_sheets_are_flags() {
    let workshop = Workshop::new();
    let mut text = String::from("sex,\"stage=x\",a\n");
    for r in 0..60 {
        text += &format!(
            "{},{},{}\n",
            ["m", "f"][r * 7 % 5 % 2],
            ["I", "II", "III"][r * r % 7 % 3],
            r * 11 % 13
        );
    }
    fs::write(workshop.path("a.csv"), &text).unwrap();
    let line = r#"learn a.csv --ordered '"stage=x"=I<II<III' --out fit.json --quiet"#;
    let output = in_shell(&workshop, line);
    assert_eq!(code(&output), Some(0), "{}", error(&output));
    let codes = &workshop.json("fit.json")["preparation"]["reading"]["codes"];
    let expected = serde_json::json!([
        {"column": "stage=x", "values": ["I", "II", "III"], "first": 1},
        {"column": "sex", "values": ["f", "m"], "first": 0}
    ]);
    assert_eq!(*codes, expected);
    let message = error(&workshop.run("learn a.csv --ordered stage=I<II"));
    assert!(message.contains("no column is named \"stage\""), "{message}");
    let message = error(&workshop.run("learn a.csv --text drop --missing-tokens=usual,I"));
    assert!(message.contains("missing"), "{message}");
    assert_eq!(code(&workshop.run("learn a.csv --ordered stage")), Some(2));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever a column is called, the printed line leaves it out, and it alone.
    #[test]
    fn any_name_can_be_dropped(name in "[ -~äλ\n\t]{1,12}") {
        prop_assume!(!name.trim().is_empty() && !["a", "b", "c"].contains(&name.trim()));
        let workshop = Workshop::new();
        let mut text = format!("\"{}\",a,b,c\n", name.replace('"', "\"\""));
        for r in 0..20 {
            text += &format!("${r},{},{},{}\n", r * 7 % 11, r * r % 17, r % 3);
        }
        fs::write(workshop.path("a.csv"), &text).unwrap();
        let message = error(&workshop.run("learn a.csv --out fit.json"));
        let line = advised(&message);
        let output = in_shell(&workshop, &line);
        prop_assert_eq!(code(&output), Some(0), "{}: {}", line, error(&output));
        prop_assert_eq!(&workshop.json("fit.json")["variables"], &serde_json::json!(["a", "b", "c"]));
    }
}
