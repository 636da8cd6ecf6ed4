"""What became of the tables, against what is promised. Usage: judge.py WORK [--write]

`--write` writes benchmarks/results/first_contact.md; without it, that page must say what was found, but for the times."""

import csv
import json
import platform
import statistics
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE / "../../benchmarks/results/first_contact.md"
# Of the tables that are tried.
SHARE, LEAST, MEDIAN_SECONDS = 110 / 122, 110, 0.3


def rows(name):
    with (HERE / name).open(newline="") as file:
        return list(csv.DictReader(file))


def problems(outcomes, refusals):
    """What is not as promised."""
    reviewed = {(row["file"], row["verb"]): row["says"] for row in refusals}
    for outcome in outcomes:
        for verb, why in (("learn", "why"), ("stability", "why stability")):
            key, refused = (outcome["file"], verb), outcome[verb] == "refused"
            if refused and key not in reviewed:
                yield f"{outcome['file']}: {verb} is refused, which nobody has reviewed: {outcome[why]}"
            elif refused and reviewed[key] not in outcome[why]:
                yield f"{outcome['file']}: {verb} is refused for another reason than was reviewed: {outcome[why]}"
            elif not refused and key in reviewed:
                yield f"{outcome['file']}: {verb} is not refused any more; take it out of refusals.csv"
        if any(code != 0 for code in outcome["report"]):
            yield f"{outcome['file']}: report ends with {outcome['report']}"
        for run in outcome["runs"]:
            if run["code"] not in (0, 1, 2):
                yield f"{outcome['file']}: {' '.join(run['words'])} ends with {run['code']}: {run['err'][-300:]}"
    learned = sum(outcome["learn"] != "refused" for outcome in outcomes)
    if learned < max(LEAST, SHARE * len(outcomes)):
        yield f"only {learned} of {len(outcomes)} tables give a graph"
    median = statistics.median(outcome["seconds"] for outcome in outcomes)
    if median > MEDIAN_SECONDS:
        yield f"the median table takes {median:.2f} s to its first graph"


def line(*cells):
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def page(outcomes, refusals, listed):
    learned = Counter(outcome["learn"] for outcome in outcomes)
    stable = Counter(outcome["stability"] for outcome in outcomes)
    median = statistics.median(outcome["seconds"] for outcome in outcomes)
    slowest = max(outcomes, key=lambda outcome: outcome["seconds"])
    yield "# First contact: public tables, as they come"
    yield ""
    yield "What `bregdag learn`, `stability --folds 3` and `report` make of tables that nobody prepared: the sets that scikit-learn,"
    yield "lifelines and statsmodels carry, and sets of R chosen by a seeded draw, saved by `to_csv` and `write.csv`. What is refused"
    yield "is run once more with exactly the command line that the message printed. Written by `tests/tables/run --write`; the list"
    yield "is `tests/tables/list.csv`, the tables are not in the repository."
    yield ""
    yield f"Times: {platform.machine()}, the wall time of one `learn` command with its start, the profile that `./test` builds (optimised, with"
    yield f"checks). Median {median:.3f} s, longest {slowest['seconds']:.2f} s ({slowest['file']})."
    yield ""
    yield line("", "at once", "after one retry", "refused", "tables")
    yield line("---", "--:", "--:", "--:", "--:")
    for verb, found in (("learn", learned), ("stability", stable)):
        yield line(verb, found["at once"], found["after one retry"], found["refused"], len(outcomes))
    yield ""
    yield "## Refused, and why that is right"
    yield ""
    yield line("table", "verb", "why")
    yield line("---", "---", "---")
    for row in refusals:
        yield line(row["file"], row["verb"], row["why it is right"])
    yield ""
    yield "## Left out"
    yield ""
    yield line("package", "set", "why")
    yield line("---", "---", "---")
    for row in listed:
        if row["left_out"]:
            yield line(row["package"], row["set"], row["left_out"])
    yield ""
    yield "## All"
    yield ""
    yield line("table", "learn", "stability", "seconds")
    yield line("---", "---", "---", "--:")
    for outcome in outcomes:
        yield line(outcome["file"], outcome["learn"], outcome["stability"], f"{outcome['seconds']:.2f}")


def without_times(text):
    """A page but for what differs from run to run."""
    lines = [line for line in text.splitlines() if not line.startswith(("Times: ", "checks)."))]
    return ["|".join(line.split("|")[:-2]) if line.count("|") == 5 else line for line in lines]


def main():
    work, write = Path(sys.argv[1]), "--write" in sys.argv
    outcomes = json.loads((work / "outcomes.json").read_text())
    refusals = rows("refusals.csv")
    text = "\n".join(page(outcomes, refusals, rows("list.csv"))) + "\n"
    found = list(problems(outcomes, refusals))
    if write:
        PAGE.write_text(text)
    elif not PAGE.exists() or without_times(PAGE.read_text()) != without_times(text):
        found.append("benchmarks/results/first_contact.md does not say what was found; write it by tests/tables/run --write")
    learned = Counter(outcome["learn"] for outcome in outcomes)
    median = statistics.median(outcome["seconds"] for outcome in outcomes)
    print(f"{len(outcomes)} tables: {dict(learned)}, median {median:.3f} s to the first graph")
    for problem in found:
        print(problem, file=sys.stderr)
    sys.exit(1 if found else 0)


main()
