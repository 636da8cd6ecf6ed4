//! Where results go. [`Places`] refuses bad places before any work; [`publish`] writes every file
//! aside in its own directory and renames only when all of them are complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use bregdag::document::Document;
use bregdag::export::{FORMATS, Format};
use bregdag::study::words;
use tempfile::NamedTempFile;

use crate::input::{self, is_standard};
use crate::table::printable;
use crate::{complain, say};

/// Where one output goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    Stdout,
    /// A pipe or device that exists and can only be written as it is.
    Stream(PathBuf),
    File(PathBuf),
}

/// The places of all outputs of one run.
pub struct Places {
    inputs: Vec<PathBuf>,
    taken: Vec<Place>,
}

impl Places {
    /// Nothing will be written over one of the inputs.
    pub fn new<'a>(inputs: impl IntoIterator<Item = &'a Path>) -> Places {
        let files = inputs.into_iter().filter(|path| !is_standard(path));
        Places {
            inputs: files.filter_map(|path| path.canonicalize().ok()).collect(),
            taken: vec![],
        }
    }

    /// The place of a graph and its format, whose ending must be one of `allowed`. Standard output is
    /// `-` in the first of these, and `-.dot` and the like in the others.
    pub fn graph(
        &mut self,
        path: &Path,
        allowed: &[&str],
    ) -> anyhow::Result<(Place, &'static Format)> {
        let text = path.to_string_lossy().to_lowercase();
        let first = allowed.first().and_then(|ending| Format::of(ending));
        if let (true, Some(first)) = (is_standard(path), first) {
            return Ok((self.take(path, Place::Stdout)?, first));
        }
        let format = Format::of(&text).filter(|format| allowed.contains(&format.ending));
        let Some(format) = format else {
            let endings = allowed.join(", ");
            bail!("{}: the ending chooses the format; expected one of {endings}", name(path));
        };
        format.available().map_err(input::about(path))?;
        let on_stdout = text.strip_prefix('-') == Some(format.ending);
        let place = if on_stdout { Place::Stdout } else { resolve(path)? };
        Ok((self.take(path, place)?, format))
    }

    /// The places of all graphs that are asked for, and of the page.
    pub fn graphs(
        &mut self,
        out: &[PathBuf],
        report: Option<&PathBuf>,
    ) -> anyhow::Result<Vec<(Place, &'static Format)>> {
        let all: Vec<&str> = FORMATS.iter().map(|format| format.ending).collect();
        let graphs = out.iter().map(|path| (path, all.as_slice()));
        let pages = report.into_iter().map(|path| (path, [".html"].as_slice()));
        graphs.chain(pages).map(|(path, allowed)| self.graph(path, allowed)).collect()
    }

    /// The place of an output that is always CSV.
    pub fn csv(&mut self, path: &Path) -> anyhow::Result<Place> {
        let place = if is_standard(path) { Place::Stdout } else { resolve(path)? };
        let is_csv = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
        if matches!(place, Place::File(_)) && !is_csv {
            bail!("{}: this output is CSV; expected a name ending in .csv", name(path));
        }
        self.take(path, place)
    }

    /// The place of an output whose format the ending does not tell.
    pub fn any(&mut self, path: &Path) -> anyhow::Result<Place> {
        let place = if is_standard(path) { Place::Stdout } else { resolve(path)? };
        self.take(path, place)
    }

    /// Whether no output goes to standard output.
    pub fn stdout_is_free(&self) -> bool {
        !self.taken.contains(&Place::Stdout)
    }

    fn take(&mut self, path: &Path, place: Place) -> anyhow::Result<Place> {
        if self.taken.contains(&place) {
            bail!("{}: two outputs cannot go to the same place", name(path));
        }
        if let Place::File(file) = &place {
            if self.inputs.contains(file) {
                bail!("{}: this is an input and would be overwritten", name(path));
            }
            self.sweep_once(file);
            // A directory that cannot be written is better found before hours of work than after.
            bregdag_run::beside(file).map_err(|error| failed(path, &error))?;
        }
        self.taken.push(place.clone());
        Ok(place)
    }

    /// Removes what killed runs left in the folder of a file, unless that is done.
    fn sweep_once(&self, file: &Path) {
        let folder = |place: &Place| match place {
            Place::File(path) => path.parent().map(Path::to_path_buf),
            Place::Stdout | Place::Stream(_) => None,
        };
        let Some(own) = file.parent() else { return };
        if !self.taken.iter().filter_map(folder).any(|swept| swept == own) {
            bregdag_run::sweep(own);
        }
    }
}

/// The real place of a path, links followed, so that equal places compare equal.
fn resolve(path: &Path) -> anyhow::Result<Place> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => {
            bail!("{}: is a directory; expected a file name", name(path))
        }
        Ok(found) if !found.is_file() => Ok(Place::Stream(path.into())),
        Ok(_) => path.canonicalize().map(Place::File).map_err(|error| failed(path, &error)),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let directory = match path.parent() {
                Some(parent) if !parent.as_os_str().is_empty() => parent,
                _ => Path::new("."),
            };
            let file = path.file_name().ok_or_else(|| failed(path, &error))?;
            let real = directory.canonicalize().ok().filter(|real| real.is_dir());
            let real = real.ok_or_else(|| {
                anyhow!("{}: the directory {} does not exist", name(path), name(directory))
            })?;
            Ok(Place::File(real.join(file)))
        }
        Err(error) => Err(failed(path, &error)),
    }
}

/// A path to be written, as messages name it.
pub fn name(path: &Path) -> String {
    match is_standard(path) {
        true => "standard output".into(),
        false => printable(&path.to_string_lossy()).into_owned(),
    }
}

fn failed(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("{}: could not write: {error}", name(path))
}

/// Writes one output.
pub type Writer<'a> = dyn Fn(&mut dyn Write) -> bregdag::Result<()> + 'a;

/// One output: where it goes and what writes it.
pub struct Output<'a> {
    pub place: Place,
    pub write: Box<Writer<'a>>,
}

impl<'a> Output<'a> {
    pub fn new(
        place: Place,
        write: impl Fn(&mut dyn Write) -> bregdag::Result<()> + 'a,
    ) -> Output<'a> {
        Output { place, write: Box::new(write) }
    }

    /// A document in all these formats.
    pub fn graphs(places: &[(Place, &'static Format)], document: &'a Document) -> Vec<Output<'a>> {
        let graph = |&(ref place, format): &(Place, &'static Format)| {
            Output::new(place.clone(), move |out| format.write(document, out))
        };
        places.iter().map(graph).collect()
    }
}

/// Writes all outputs aside, then renames them: if writing one fails, no file appears or changes.
pub fn publish(outputs: &[Output<'_>]) -> anyhow::Result<()> {
    let (mut complete, mut undrawn): (_, Vec<String>) = (vec![], vec![]);
    for Output { place, write } in outputs {
        if let Place::File(path) = place {
            match write_aside(path, write) {
                Ok(aside) => complete.push((aside, path)),
                // How many edges there will be nobody knows beforehand: hours of work are not lost
                // because there are too many for a picture.
                Err(error @ bregdag::Error::TooMuchToDraw { .. }) => {
                    undrawn.push(format!("{}: {}", name(path), say(error)));
                }
                Err(error) => bail!("{}: {}", name(path), say(error)),
            }
        }
    }
    for Output { place, write } in outputs {
        let (called, written) = match place {
            Place::File(_) => continue,
            Place::Stdout => ("standard output".into(), stream(&mut stdout().lock(), write)),
            Place::Stream(path) => {
                let file = File::options().write(true).open(path);
                (name(path), stream(&mut file.map_err(|e| failed(path, &e))?, write))
            }
        };
        match written {
            Err(error @ bregdag::Error::TooMuchToDraw { .. }) => {
                undrawn.push(format!("{called}: {}", say(error)));
            }
            other => other.map_err(|error| anyhow!("{called}: {}", say(error)))?,
        }
    }
    for (aside, path) in complete {
        aside.persist(path).map_err(|failure| failed(path, &failure.error))?;
    }
    if !undrawn.is_empty() {
        bail!("{}; the other outputs are written", undrawn.join("; "));
    }
    Ok(())
}

/// Writes to a pipe. A reader that has seen enough and left is no error.
fn stream(out: &mut dyn Write, write: &Writer<'_>) -> bregdag::Result<()> {
    let mut out = BufWriter::new(out);
    match write(&mut out).and_then(|()| out.flush().map_err(bregdag::Error::Write)) {
        Err(bregdag::Error::Write(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn write_aside(path: &Path, write: &Writer<'_>) -> bregdag::Result<NamedTempFile> {
    let mut aside = bregdag_run::beside(path).map_err(bregdag::Error::Write)?;
    let mut out = BufWriter::new(aside.as_file_mut());
    write(&mut out)?;
    out.flush().map_err(bregdag::Error::Write)?;
    drop(out);
    if let Ok(existing) = fs::metadata(path) {
        let kept = aside.as_file().set_permissions(existing.permissions());
        kept.map_err(bregdag::Error::Write)?;
    }
    Ok(aside)
}

/// Says what files were written, with the size of the graph in them.
pub fn wrote(quiet: bool, outputs: &[Output<'_>], document: &Document) {
    let (nodes, edges) = (document.variables.len() as u64, document.edges.len() as u64);
    let size = format!("{}, {}", words::count(nodes, "node"), words::count(edges, "edge"));
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_default();
    for Output { place, .. } in outputs.iter().filter(|_| !quiet) {
        if let Place::File(path) = place {
            let path = path.strip_prefix(&here).unwrap_or(path);
            complain(format_args!("wrote {} ({size})", name(path)));
        }
    }
}

/// What the reader should know, on standard error: warnings, and the rest unless it is `shown` already.
pub fn tell(quiet: bool, shown: bool, document: &Document, said: &[String]) {
    if quiet {
        return;
    }
    document.warnings.iter().for_each(|warning| complain(format_args!("warning: {warning}")));
    let rest = said.iter().filter(|_| !shown);
    rest.for_each(|line| complain(format_args!("{}", printable(line))));
}
