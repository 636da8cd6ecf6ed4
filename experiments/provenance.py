#!/usr/bin/env python3
"""Notes how the rows of an experiment came about: provenance.py FOLDER COMMIT SECONDS STATUS BEFORE COMMAND, or
provenance.py commit to say what is about to be built.

BEFORE is the `cksum` of the rows before this run: if there were some, its time and commit are added to
those of earlier runs. BREGDAG_BESIDE in the environment says what else the machine did, as in "programs were
built on the other core".
"""

import datetime
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def commit():
    changed = git("status", "--porcelain", "--", "crates", "Cargo.toml", "Cargo.lock")
    return git("rev-parse", "--short=7", "HEAD") + (" with changes" if changed else "")


def machine():
    model = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M)
    return f"{model[1] if model else 'unknown processor'}, {os.cpu_count()} cores"


def version():
    return re.search(r'^version = "(.*)"$', (ROOT / "Cargo.toml").read_text(), re.M)[1]


def added(earlier, now):
    """Now, with the time of earlier runs that these rows are also from, their commits, and what ran beside them."""
    minutes = {"minutes": round(earlier["minutes"] + now["minutes"], 2)}
    both = {}
    for key, between in (("commit", ", "), ("machine", "; "), ("beside", ", ")):
        parts = [part for made in (earlier, now) for part in made.get(key, "").split(between) if part]
        both |= {key: between.join(dict.fromkeys(parts))} if parts else {}
    return now | minutes | both


def main(folder, built, seconds, status, before, command):
    now = {
        "command": command,
        "commit": built,
        "machine": machine(),
        "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
        "version": version(),
        "minutes": round(int(seconds) / 60, 2),
        "complete": status == "0",
    }
    if beside := os.environ.get("BREGDAG_BESIDE"):
        now["beside"] = beside
    file = Path(folder) / "provenance.json"
    went_on = before.split()[1] != "0"
    if went_on and file.exists():
        now = added(json.loads(file.read_text()), now)
    file.write_text(json.dumps(now, indent=2) + "\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["commit"]:
        print(commit())
    else:
        main(*sys.argv[1:])
