//! Files that are written aside, to take the place of others once they are whole, and what killed runs left of them.
//!
//! A file that is written aside is called `.NAME.bregdag-HOST-PID-xxxxxx.tmp` and is locked while somebody writes it. A lock
//! goes with its process, however that ends, so one that can be had belongs to nobody: such a file is left over, and the next
//! run that writes to the folder removes it. Numbers of processes would not tell as much: they are used again, and in a
//! container they are others.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tempfile::NamedTempFile;

const MARK: &str = ".bregdag-";
const END: &str = ".tmp";
/// Characters that are drawn at random.
const DRAWN: usize = 6;
/// Of a name, so many bytes are kept: together with the rest they stay below the 255 of most file systems.
const NAME: usize = 120;
/// So much of the name of a machine.
const HOST: usize = 40;
/// Where a folder is shared with other machines, their locks may not be seen here: of theirs, only what is older goes.
const OLD: Duration = Duration::from_secs(24 * 60 * 60);
/// A new file may be taken for one that is left over before it is locked; hardly ever twice.
const TRIES: usize = 100;

/// A new file in the folder of another, to take its place once it is whole.
pub fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let prefix = format!(".{}{MARK}{}-{}-", shortened(path), host(), std::process::id());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(END).rand_bytes(DRAWN);
    // Those of any new file, less the umask; by default they would be the owner's alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    for _ in 1..TRIES {
        let aside = builder.tempfile_in(folder(path))?;
        if is_kept(aside.as_file()) {
            return Ok(aside);
        }
    }
    builder.tempfile_in(folder(path))
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Removes what killed runs left in a folder. What cannot be seen or removed stays: it is in nobody's way.
pub fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if let Some(host) = name.to_str().and_then(host_in) {
            remove_left_over(&entry.path(), host == self::host());
        }
    }
}

/// Removes a file that nobody writes, while its lock keeps others from taking it.
fn remove_left_over(path: &Path, of_this_host: bool) {
    if let Some(file) = own(path).filter(|file| of_this_host || is_old(file))
        && file.try_lock().is_ok()
    {
        let _ = fs::remove_file(path);
    }
}

/// Locks a new file. False if someone else has done so, who takes it for left over.
fn is_kept(file: &File) -> bool {
    match file.try_lock() {
        Ok(()) => is_there(file),
        Err(TryLockError::WouldBlock) => false,
        // Where nothing can be locked, nothing is removed.
        Err(TryLockError::Error(_)) => true,
    }
}

#[cfg(unix)]
fn is_there(file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    file.metadata().map_or(true, |found| found.nlink() > 0)
}

#[cfg(not(unix))]
fn is_there(_: &File) -> bool {
    true
}

/// Opens a regular file of the user who runs this; links are not followed, and pipes not waited for.
#[cfg(unix)]
fn own(path: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags, open};
    use std::os::unix::fs::MetadataExt;
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    // Over a network, only who may write may lock.
    let mut ways = [OFlags::RDWR, OFlags::RDONLY].into_iter();
    let file = File::from(ways.find_map(|way| open(path, flags | way, Mode::empty()).ok())?);
    let found = file.metadata().ok()?;
    (found.is_file() && found.uid() == rustix::process::geteuid().as_raw()).then_some(file)
}

#[cfg(not(unix))]
fn own(path: &Path) -> Option<File> {
    fs::symlink_metadata(path).ok().filter(|found| found.is_file())?;
    File::options().read(true).write(true).open(path).ok()
}

fn is_old(file: &File) -> bool {
    let written = file.metadata().and_then(|found| found.modified());
    let age = written.ok().and_then(|written| SystemTime::now().duration_since(written).ok());
    age.is_some_and(|age| age > OLD)
}

/// The last part of a path, or as much of it as a name may hold.
fn shortened(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let end = (0..=name.len().min(NAME)).rev().find(|&end| name.is_char_boundary(end));
    name[..end.unwrap_or(0)].into()
}

/// The machine, or the container that takes itself for one, by letters that separate nothing in a name.
fn host() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = String::new();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = name.chars().take(HOST).map(plain).collect();
    if name.is_empty() { "_".into() } else { name }
}

/// The machine on which a file of this name was written aside; nothing for other names.
fn host_in(name: &str) -> Option<&str> {
    let (_, rest) = name.strip_prefix('.')?.strip_suffix(END)?.rsplit_once(MARK)?;
    let mut parts = rest.split('-');
    let (host, process, drawn) = (parts.next()?, parts.next()?, parts.next()?);
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let named = (1..=HOST).contains(&host.len()) && host.bytes().all(plain);
    let numbered = !process.is_empty() && process.bytes().all(|byte| byte.is_ascii_digit());
    let random = drawn.len() == DRAWN && drawn.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (named && numbered && random && parts.next().is_none()).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names that are there, sorted.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_name_is_known_again() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["fit.json", "a.bregdag-b.tmp", &"é".repeat(120), "-"] {
            let aside = beside(&folder.path().join(name)).unwrap();
            let written = aside.path().file_name().unwrap().to_str().unwrap().to_string();
            assert_eq!(host_in(&written), Some(host().as_str()), "{written}");
            assert!(written.len() < 200, "{written}");
        }
        let host = host();
        for other in [
            "fit.json.tmp".to_string(),
            format!(".fit.json.bregdag-{host}-1-abcdef"),
            format!("fit.json.bregdag-{host}-1-abcdef.tmp"),
            format!(".fit.json.bregdag-{host}-x-abcdef.tmp"),
            format!(".fit.json.bregdag-{host}-1-abc.tmp"),
            format!(".fit.json.bregdag-{host}-1-abcdef-2.tmp"),
            ".fit.json.bregdag-ho.st-1-abcdef.tmp".into(),
        ] {
            assert_eq!(host_in(&other), None, "{other}");
        }
    }

    #[test]
    fn what_nobody_writes_goes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fit.json");
        let written = beside(&path).unwrap();
        let (left, kept) = beside(&path).unwrap().keep().unwrap();
        sweep(folder.path());
        assert_eq!(names(folder.path()).len(), 2, "both are being written");
        // As a process that is killed does.
        drop(left);
        sweep(folder.path());
        assert!(!kept.exists() && written.path().exists());
        written.persist(&path).unwrap();
        sweep(folder.path());
        assert_eq!(names(folder.path()), ["fit.json"]);
    }

    #[test]
    fn what_is_something_else_stays() {
        let folder = tempfile::tempdir().unwrap();
        let at = |host: &str, drawn: &str| {
            folder.path().join(format!(".fit.json.bregdag-{host}-7-{drawn}.tmp"))
        };
        let (ours, theirs) = (host(), "another_host");
        let target = folder.path().join("precious");
        fs::write(&target, "x").unwrap();
        fs::create_dir(at(&ours, "folder")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(&target, at(&ours, "linked")).unwrap();
        #[cfg(unix)]
        rustix::fs::mknodat(
            rustix::fs::CWD,
            at(&ours, "apipe1"),
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
            0,
        )
        .unwrap();
        fs::write(at(theirs, "recent"), "x").unwrap();
        let before = names(folder.path());
        sweep(folder.path());
        assert_eq!(names(folder.path()), before);
        // What another machine left long ago.
        let old = File::options().write(true).open(at(theirs, "recent")).unwrap();
        old.set_modified(SystemTime::now() - 2 * OLD).unwrap();
        drop(old);
        sweep(folder.path());
        assert_eq!(names(folder.path()).len(), before.len() - 1);
        assert!(target.exists());
        sweep(Path::new("/there is no such folder"));
    }
}
