"""Gives each table to the command as it comes, as a new user would. Usage: try.py BREGDAG TABLES WORK

For each, `learn`, `stability --folds 3` and `report`. What is refused is run once more with exactly the command line that the
message printed: the last line of standard error that begins with `bregdag `. Fits, pages and `outcomes.json` go to WORK."""

import csv
import json
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
# A run that takes longer hangs: the longest takes a few seconds.
LONGEST = 120
# Fits may be stopped by a limit of iterations, which is told.
RAN = (0, 1)


class Tried:
    def __init__(self, words, work, bregdag):
        started = time.perf_counter()
        try:
            done = subprocess.run(
                [bregdag, *words[1:]], cwd=work, capture_output=True, timeout=LONGEST, stdin=subprocess.DEVNULL
            )
            self.code, self.out, self.err = done.returncode, text(done.stdout), text(done.stderr)
        except subprocess.TimeoutExpired:
            self.code, self.out, self.err = None, "", f"took more than {LONGEST} s"
        self.seconds = time.perf_counter() - started
        self.words = words

    def ran(self):
        return self.code in RAN

    def line_to_copy(self):
        lines = [line.strip() for line in self.err.splitlines()]
        lines = [line for line in lines if line.startswith("bregdag ")]
        return shlex.split(lines[-1]) if lines else None


def text(data):
    return data.decode("utf-8", "replace")


def twice(words, work, bregdag):
    """As it comes, and once more as the message says: what happened, and the runs."""
    runs = [Tried(words, work, bregdag)]
    if runs[0].code == 2:
        again = runs[0].line_to_copy()
        if again:
            runs.append(Tried(again, work, bregdag))
    if not runs[-1].ran():
        return "refused", runs
    return ["at once", "after one retry"][len(runs) - 1], runs


def try_table(file, tables, work, bregdag):
    name = file.removesuffix(".csv")
    (work / file).write_bytes((tables / file).read_bytes())
    learn, learned = twice(["bregdag", "learn", file, "--out", f"{name}.json"], work, bregdag)
    drawn = ["bregdag", "stability", file, "--folds", "3", "--out", f"{name}_stable.json"]
    stability, stable = twice(drawn, work, bregdag)
    reports = [fit for fit in (f"{name}.json", f"{name}_stable.json") if (work / fit).exists()]
    reported = [Tried(["bregdag", "report", fit], work, bregdag) for fit in reports]
    runs = learned + stable + reported
    return {
        "file": file,
        "learn": learn,
        "stability": stability,
        "report": [run.code for run in reported],
        "seconds": learned[-1].seconds,
        "why": learned[-1].err.strip() if learn == "refused" else "",
        "why stability": stable[-1].err.strip() if stability == "refused" else "",
        "runs": [{"words": run.words, "code": run.code, "seconds": run.seconds, "err": run.err} for run in runs],
    }


def main():
    bregdag, tables, work = os.path.realpath(sys.argv[1]), Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve()
    with (HERE / "list.csv").open(newline="") as listed:
        files = [row["file"] for row in csv.DictReader(listed) if row["file"]]
    # One after the other: a run that shares the machine says nothing about its time.
    outcomes = [try_table(file, tables, work, bregdag) for file in files]
    (work / "outcomes.json").write_text(json.dumps(outcomes, indent=1))


main()
