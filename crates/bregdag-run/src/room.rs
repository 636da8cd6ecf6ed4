//! How much memory this process may still take: the least of what the machine has, what its control groups leave it, and what
//! the limit of its addresses (`ulimit -v`) does, as Linux's `/proc` tells; elsewhere nothing is known.

use std::fs;
use std::path::{Path, PathBuf};

use crate::memory::{self, kilobytes};

/// Of a limit of addresses threads take a part that they never use: 64 MB that the C library sets aside for each.
const ADDRESSES: u64 = 64 << 20;
/// But no more than this share.
const SHARE: u64 = 8;

/// Bytes that this process may still take. Nothing where nobody knows.
pub fn room() -> Option<u64> {
    [memory::available(), left_by_groups(), left_by_limits()].into_iter().flatten().min()
}

/// What `ulimit -v` and `ulimit -d` leave.
fn left_by_limits() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let left = |limit: &str, taken: &str| {
        let limit = soft_limit(&limits, limit)?;
        let taken = (kilobytes(&status, taken)? * 1024.0) as u64;
        let threads = kilobytes(&status, "Threads:").unwrap_or(1.0) as u64;
        let aside = (threads * ADDRESSES).min(limit / SHARE);
        Some(limit.saturating_sub(taken).saturating_sub(aside))
    };
    let both = [("Max address space", "VmSize:"), ("Max data size", "VmData:")];
    both.into_iter().filter_map(|(limit, taken)| left(limit, taken)).min()
}

/// A limit in bytes; nothing where there is none.
fn soft_limit(limits: &str, name: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// What the control groups of this process leave it, each with all that are above it.
fn left_by_groups() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let folders = folders(&groups).into_iter();
    folders.filter_map(|group| group.left()).min()
}

/// The folder of a group, and the names of what is in it.
struct Group {
    folder: PathBuf,
    names: Names,
}

#[derive(Clone, Copy)]
struct Names {
    limit: &'static str,
    used: &'static str,
    /// In `memory.stat`: files that were read and can be forgotten.
    forgettable: &'static str,
}

const FIRST: Names = Names {
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    forgettable: "total_inactive_file ",
};
const SECOND: Names =
    Names { limit: "memory.max", used: "memory.current", forgettable: "inactive_file " };

/// The groups of both versions, from `/proc/self/cgroup`. In a container the path may be that of the machine, and the group
/// itself stand at the root.
fn folders(groups: &str) -> Vec<Group> {
    let mut found = vec![];
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
        let (root, names) = match controllers {
            "" => ("/sys/fs/cgroup", SECOND),
            some if some.split(',').any(|one| one == "memory") => ("/sys/fs/cgroup/memory", FIRST),
            _ => continue,
        };
        for above in Path::new(path).ancestors() {
            let below = above.strip_prefix("/").unwrap_or(above);
            found.push(Group { folder: Path::new(root).join(below), names });
        }
    }
    found
}

impl Group {
    fn left(&self) -> Option<u64> {
        let number = |name| fs::read_to_string(self.folder.join(name)).ok()?.trim().parse().ok();
        let (limit, used): (u64, u64) = (number(self.names.limit)?, number(self.names.used)?);
        let stat = fs::read_to_string(self.folder.join("memory.stat")).unwrap_or_default();
        Some(limit.saturating_sub(used.saturating_sub(forgettable(&stat, self.names))))
    }
}

fn forgettable(stat: &str, names: Names) -> u64 {
    let found = stat.lines().find_map(|line| line.strip_prefix(names.forgettable)?.parse().ok());
    found.unwrap_or(0)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units\n\
                      Max data size             unlimited            unlimited            bytes\n\
                      Max address space         4096000000           unlimited            bytes\n";
        assert_eq!(soft_limit(limits, "Max address space"), Some(4_096_000_000));
        assert_eq!(soft_limit(limits, "Max data size"), None);
        let stat = "cache 7\ninactive_file 20\ntotal_inactive_file 30\n";
        assert_eq!((forgettable(stat, FIRST), forgettable(stat, SECOND)), (30, 20));
        assert_eq!(forgettable("", FIRST), 0);
    }

    #[test]
    fn groups_of_both_versions_with_those_above() {
        let folders = |groups: &str| {
            let found = super::folders(groups).into_iter();
            found.map(|group| group.folder.display().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(
            folders("4:cpu,memory:/a/b\n1:cpu:/c\nnonsense\n"),
            ["/sys/fs/cgroup/memory/a/b", "/sys/fs/cgroup/memory/a", "/sys/fs/cgroup/memory/"]
        );
        assert_eq!(folders("0::/\n"), ["/sys/fs/cgroup/"]);
    }

    #[test]
    fn a_group_has_what_its_limit_leaves() {
        let folder = tempfile::tempdir().unwrap();
        let group = || Group { folder: folder.path().into(), names: SECOND };
        assert_eq!(group().left(), None);
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("memory.current", "700\n");
        write("memory.max", "max\n");
        assert_eq!(group().left(), None);
        write("memory.max", "1000\n");
        assert_eq!(group().left(), Some(300));
        write("memory.stat", "anon 1\ninactive_file 200\n");
        assert_eq!(group().left(), Some(500));
        write("memory.max", "100\n");
        assert_eq!(group().left(), Some(0));
    }

    #[test]
    fn there_is_room_for_this_test() {
        assert!(room().unwrap() > 1 << 20);
    }
}
