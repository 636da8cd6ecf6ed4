//! `bregdag methods`: what there is to learn with.

use bregdag::Error;
use bregdag::method::{Info, METHODS};

use crate::args::Methods;
use crate::output::{self, Output, Place};
use crate::{Ended, say};

pub fn run(args: &Methods) -> anyhow::Result<Ended> {
    let text = match &args.name {
        None => METHODS.iter().map(Info::line).collect::<String>(),
        Some(name) => {
            let info = Info::of(name).map_err(say)?;
            let how = match info.options.first() {
                Some(setting) => {
                    let (key, value) = (setting.key, info.default_of(setting.key));
                    format!("Set them by --set, such as --set {key}={value}.\n")
                }
                None => "It has no options.\n".into(),
            };
            [info.text(), info.options_text(), how].join("\n")
        }
    };
    output::publish(&[Output::new(Place::Stdout, |out| {
        out.write_all(text.as_bytes()).map_err(Error::Write)
    })])?;
    Ok(Ended::Complete)
}
