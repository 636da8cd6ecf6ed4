//! Which columns of a file with types are read, and whether they can be.

use arrow_schema::{DataType, Field, Schema};

use super::{labels, numbers, words};
use crate::error::{Error, Result, TextColumn, TextKind};
use crate::read::reading::{Chooser, Reading, Selection};
use crate::text::quoted;

/// Where in the file the columns are that are read.
pub(super) fn positions(selection: &Selection) -> impl Iterator<Item = usize> {
    selection.taken().into_iter().map(|(column, _)| column)
}

/// The wanted columns; they must hold numbers or text, or what can be the label of a group.
pub(super) fn select(schema: &Schema, reading: &Reading) -> Result<Selection> {
    let mut chooser = Chooser::new(reading);
    for (place, field) in schema.fields().iter().enumerate() {
        let name = field.name().trim();
        match is_index(name, place, field.data_type()) {
            true => chooser.offer_row_names(name)?,
            false => chooser.offer(name)?,
        };
    }
    let selection = chooser.finish()?;
    let groups = selection.groups.map(|column| schema.field(column));
    if let Some(field) = groups.filter(|field| !labels::is_label(field.data_type())) {
        let (column, kind) = (field.name().clone(), field.data_type().to_string());
        return Err(Error::LabelType { column, kind });
    }
    let other: Vec<_> = positions(&selection)
        .filter(|&column| selection.groups != Some(column))
        .map(|column| schema.field(column))
        .filter(|field| {
            !numbers::is_number(field.data_type()) && !words::is_text(field.data_type())
        })
        .collect();
    let Some(field) = other.first() else { return Ok(selection) };
    let column = |field: &&Field| TextColumn {
        name: field.name().trim().into(),
        place: String::new(),
        words: vec![],
        more: false,
        kind: if field.data_type().is_temporal() { TextKind::Times } else { TextKind::Other },
    };
    Err(Error::TextColumns {
        columns: other.iter().map(column).collect(),
        example: format!("{} is of type {}", quoted(field.name()), field.data_type()),
    })
}

/// What pandas calls an index without a name, or a first column without one that can number or name rows.
fn is_index(name: &str, place: usize, data_type: &DataType) -> bool {
    let nameless = place == 0 && (name.is_empty() || name == "Unnamed: 0");
    let names = data_type.is_integer() || words::is_text(data_type);
    name.starts_with("__index_level_") || nameless && names
}
