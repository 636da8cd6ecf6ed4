//! The flags and files of prior knowledge.

use anyhow::bail;
use bregdag::data::Rules;
use bregdag::prepare::Prepared;
use bregdag::read::rules::{parse_edge, read, read_tiers};
use bregdag::{Knowledge, Warning};

use crate::args::Known;
use crate::input::{self, about};

/// What the flags and files say, about names.
pub fn rules(known: &Known) -> anyhow::Result<Rules> {
    let edges =
        |texts: &[String]| texts.iter().map(|text| parse_edge(text)).collect::<Result<_, _>>();
    let mut rules = Rules {
        required_edges: edges(&known.require)?,
        forbidden_edges: edges(&known.forbid)?,
        ..Rules::default()
    };
    if let Some(path) = &known.tiers {
        rules.tiers = read_tiers(&input::read(path)?).map_err(about(path))?;
    }
    if let Some(path) = &known.knowledge {
        let file = read(&input::read(path)?).map_err(about(path))?;
        rules = rules.and(file)?;
    }
    Ok(rules)
}

/// The rules over the columns that are left.
pub fn over(rules: &Rules, prepared: &Prepared) -> anyhow::Result<Option<Knowledge>> {
    if rules.is_empty() {
        return Ok(None);
    }
    let edges = rules.required_edges.iter().chain(&rules.forbidden_edges);
    let mut named = edges.flat_map(|(a, b)| [a, b]).chain(rules.tiers.iter().flatten());
    let left_out =
        |name: &&String| prepared.preparation.left_out.iter().find(|gone| gone.column == **name);
    if let Some(gone) = named.find_map(|name| left_out(&name)) {
        bail!("prior knowledge: {:?} was left out of the data: {}", gone.column, gone.reason);
    }
    Ok(Some(rules.over(prepared.moments.names())?))
}

/// The variables about which tiers say nothing.
pub fn untiered(rules: &Rules, names: &[String]) -> Option<Warning> {
    let known = rules.over(names).ok().filter(|_| !rules.tiers.is_empty())?;
    let out = (0..names.len()).filter(|&j| known.tier(j).is_none());
    let columns: Vec<String> = out.map(|j| names[j].clone()).collect();
    (!columns.is_empty()).then_some(Warning::Untiered { columns })
}
