//! `bregdag methods`: what there is to learn with.

use std::io::{self, Write};

use bregdag::Error;
use bregdag::method::{Info, METHODS};
use serde_json::Value;

use crate::args::Methods;
use crate::output::{self, Output, Place};
use crate::{Ended, say};

pub fn run(args: &Methods) -> anyhow::Result<Ended> {
    let one = args.name.as_deref().map(Info::of).transpose().map_err(say)?;
    output::publish(&[Output::new(Place::Stdout, |out| {
        match one {
            Some(info) => write_one(info, out),
            None => METHODS.iter().try_for_each(|info| write_short(info, out)),
        }
        .map_err(Error::Write)
    })])?;
    Ok(Ended::Complete)
}

/// What it does, and what it is for.
fn write_short(info: &Info, out: &mut dyn Write) -> io::Result<()> {
    let data = if info.spec().method().needs().rows { "rows" } else { "rows or moments" };
    writeln!(out, "{}: {}", info.name, info.about)?;
    writeln!(out, "  assumes {}; claims {}", info.assumes, info.claims)?;
    writeln!(out, "  from {data}, to about {}; {}", info.practical, info.paper)
}

/// The same with its options.
fn write_one(info: &Info, out: &mut dyn Write) -> io::Result<()> {
    write_short(info, out)?;
    writeln!(out)?;
    let options = info.spec().options();
    let default = |key: &str| {
        let value = key.split('.').fold(&options, |value, part| &value[part]);
        match value {
            Value::Object(fields) => fields.values().next().map_or(String::new(), Value::to_string),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }
    };
    let widest = info.options.iter().map(|setting| setting.key.len()).max().unwrap_or(0);
    info.options.iter().try_for_each(|setting| {
        let (key, about, range) = (setting.key, setting.about, setting.range);
        writeln!(out, "{key:widest$}  {about}: {range} [default: {}]", default(key))
    })?;
    writeln!(out)?;
    let example = info.options.first().map_or("KEY", |setting| setting.key);
    writeln!(out, "Set them by --set, such as --set {example}={}.", default(example))
}
