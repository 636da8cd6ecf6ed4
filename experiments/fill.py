"""Fills the pages of the experiments from their rows, so that nobody types a number.

    python3 experiments/fill.py             writes every README.md here and below
    python3 experiments/fill.py --check     fails if a page says something else, or a number is typed
    python3 experiments/fill.py FOLDER      the same for another folder of experiments

NAME/README.md comes from NAME/page.md.in, NAME/rows.csv (or rows.csv.gz) and NAME/provenance.json. In
a template {{ mean("shd", label="search") }} is a question: rows.py has them, words.py says how answers
are written. Experiments without rows have no page yet.
"""

import argparse
import ast
import difflib
import json
import re
import sys
from pathlib import Path

import rows as asking
import words

# So many lines of what differs are shown.
DIFFERENCES = 20
TEMPLATE, PAGE, PROVENANCE, PLAN = "page.md.in", "README.md", "provenance.json", "plan.json"
# What the paper says, or what we mean by a word, each with its source; and the options of public programs.
CLAIMS, RIVALS = "claims.json", "rivals.json"
QUESTION = re.compile(r"\{\{(.*?)\}\}", re.S)
# Where a template may have digits: questions, code, equations, targets of links, sources, and these names.
NAMES = ("ER1", "ER2", "ER4", "SF1", "SF2", "SF4", "Figure 1", "Figure 2", "figure1", "figure2")
FREE = [
    QUESTION,
    re.compile(r"^```.*?^```", re.S | re.M),
    # Sizes, options of commands and kinds of weights.
    re.compile(r"`(?:[nmk] = [0-9, ]+|--[^`\n]*|\+1|±?\[[0-9., ]+\])`"),
    re.compile(r"\$[^$\n]*\$"),
    re.compile(r"\]\([^)\n]*\)"),
    re.compile(r"^Source:.*$", re.M),
    re.compile("|".join(rf"\b{name}\b" for name in NAMES)),
]
# Who is meant by these words in tables.
PAPER = ["bregman+ (paper)", "notears (paper)", "ccdr (released)", "ges", "lingam (ica)", "cam"]
OURS = "search bregman notears dagma golem ges ccdr pc lingam cam sort chow-liu".split()
PUBLIC = ["flopsearch", "BOSS", "GRaSP", "NOTEARS (public)"]


class Refused(Exception):
    """A page that cannot be filled, or is not what its rows say."""


def typed_digits(template):
    """Lines of a template with digits that no row stands behind."""
    for question in QUESTION.finditer(template):
        if is_literal(question[1]):
            template = template.replace(question[0], question[1])
    for free in FREE:
        template = free.sub(lambda match: "\n" * match[0].count("\n"), template)
    return [k + 1 for k, line in enumerate(template.split("\n")) if re.search("[0-9]", line)]


def is_literal(question):
    """Whether it asks nothing."""
    try:
        ast.literal_eval(question.strip())
    except (ValueError, SyntaxError):
        return False
    return True


def read_json(path):
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def values_of(key, tree):
    """All values that a key has anywhere in JSON."""
    if isinstance(tree, dict):
        for name, value in tree.items():
            if name == key:
                yield value
            yield from values_of(key, value)
    elif isinstance(tree, list):
        for value in tree:
            yield from values_of(key, value)


def read_template(path):
    template = path.read_text(encoding="utf-8")
    if lines := typed_digits(template):
        raise Refused(f"{path}: a number is typed in line {', '.join(map(str, lines))}")
    return template


def filled(path, names):
    """The template with every question answered."""

    def answer(match):
        try:
            return words.shown(eval(match[1].strip(), {"__builtins__": {}} | names))
        except asking.NoRows as nothing:
            print(f"{path}: no rows yet: {nothing}", file=sys.stderr)
            return "(no rows yet)"
        except Exception as error:
            raise Refused(f"{path}: {{{{{match[1]}}}}}: {type(error).__name__}: {error}") from error

    return QUESTION.sub(answer, read_template(path))


def rows_file(folder):
    files = [folder / name for name in ("rows.csv", "rows.csv.gz")]
    return next((file for file in files if file.exists()), None)


class Experiment:
    """The folder of an experiment: its rows, and how they came about."""

    def __init__(self, folder):
        self.folder, self.name = folder, folder.name
        self.rows = self.provenance = None
        if file := rows_file(folder):
            self.rows = asking.Rows(asking.read(file))
            self.provenance = json.loads((folder / PROVENANCE).read_text(encoding="utf-8"))

    def page(self):
        rows, tables = self.rows, words.Tables(self.rows)
        questions = "count without_graph distinct mean median least greatest deviation quantile share "
        questions += "times difference gap falls met lower"
        names = {name: getattr(rows, name) for name in questions.split()}
        names |= {name: getattr(tables, name) for name in ("table", "summary")}
        names |= {name: getattr(words, name) for name in ("number", "percent", "says", "verdict", "holds")}
        names |= {"claim": self.claim, "rival": self.rival, "setting": self.setting}
        names |= {name: getattr(asking, name) for name in ("below", "above", "at_least")}
        names |= {"PAPER": PAPER, "OURS": OURS, "PUBLIC": PUBLIC, "how": self.how, "len": len}
        return filled(self.folder / TEMPLATE, names)

    def claim(self, name):
        """A number of the paper's claims, or what a word means here."""
        return read_json(self.folder.parent / CLAIMS)[name]["value"]

    def rival(self, program, option):
        """An option of a public program."""
        return read_json(self.folder.parent / RIVALS)[program][option]

    def setting(self, key):
        """The one value that an option has in the plan, wherever it is set."""
        (value,) = {json.dumps(value) for value in values_of(key, read_json(self.folder / PLAN)) if value is not None}
        return json.loads(value)

    def how(self):
        """How the rows came about."""
        made, rows = self.provenance, self.rows
        sentences = [f"{rows.count()} fits; {self.endings()}.", self.company()]
        if "beside" in made:
            sentences.append(f"Meanwhile {made['beside']}, so that times are upper ends.")
        sentences.append(
            f"{made['machine']}; {made['date']}; bregdag {made['version']}, commit {made['commit']}; "
            f"{duration(made['minutes'])} in all, by"
        )
        text = " ".join(sentences) + f"\n\n```sh\n{made['command']}\n```"
        missing = "" if made.get("complete", True) else "**The run is not complete yet.** "
        return missing + text + f"\n\nAll rows: [{rows_file(self.folder).name}]({rows_file(self.folder).name})."

    def endings(self):
        counts = {status: self.rows.count(status=status) for status in self.rows.distinct("status")}
        without = [f"{n} {status}" for status, n in counts.items() if status not in asking.WITH_GRAPH]
        limit = counts.get("iteration limit", 0)
        text = f"{self.rows.without_graph()} have no graph" + (f" ({', '.join(without)})" if without else "")
        return text + (f", {limit} stopped at a limit of iterations and have one" if limit else "")

    def company(self):
        most = max(self.rows.distinct("side_by_side"))
        if most == 1:
            return "Each ran alone, on one thread, in a process of its own."
        alone = self.rows.count(side_by_side=1)
        ran = f"{alone} ran alone, the others" if alone else "They ran"
        return (
            f"{ran} up to {most:.0f} side by side, each on one thread in a process of its own, so that times "
            "are too long rather than too short."
        )


def duration(minutes):
    if minutes < 100:
        return f"{words.number(minutes, 2)} minutes"
    return f"{words.number(minutes / 60, 2)} hours"


def overview(experiments):
    """The table of all experiments."""
    lines = []
    for experiment in experiments:
        title = read_template(experiment.folder / TEMPLATE).split("\n")[0].lstrip("# ")
        if experiment.rows is None:
            lines.append([experiment.name, title, "", "", "", "not run yet"])
            continue
        made, rows = experiment.provenance, experiment.rows
        complete = "complete" if made.get("complete", True) else "not complete"
        numbers = [rows.count(), rows.without_graph(), duration(made["minutes"])]
        lines.append([f"[{experiment.name}]({experiment.name}/{PAGE})", title, *map(str, numbers), complete])
    header = ["experiment", "question", "fits", "without a graph", "time", "run"]
    return words.markdown(header, lines)


def pages(root):
    """Every page that there should be, with what it should say."""
    experiments = [Experiment(path.parent) for path in sorted(root.glob(f"*/{TEMPLATE}"))]
    for experiment in experiments:
        target = experiment.folder / PAGE
        if experiment.rows is not None:
            yield target, experiment.page()
        elif target.exists():
            raise Refused(f"{target}: there are no rows behind it")
        else:
            print(f"{experiment.name}: no rows yet, no page")
    if (root / TEMPLATE).exists():
        names = {"overview": lambda: overview(experiments)}
        yield root / PAGE, filled(root / TEMPLATE, names)


def check(path, text):
    there = path.read_bytes().decode() if path.exists() else ""
    if there != text:
        pages = there.splitlines(), text.splitlines()
        lines = list(difflib.unified_diff(*pages, str(path), "its rows", n=0, lineterm=""))
        raise Refused(f"{path}: not what its rows say\n" + "\n".join(lines[:DIFFERENCES]))
    for image in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", text):
        if not (path.parent / image).exists():
            raise Refused(f"{path}: {image} is not there")


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("root", nargs="?", type=Path, default=Path(__file__).parent)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    try:
        for path, text in pages(options.root):
            if options.check:
                check(path, text)
            else:
                path.write_bytes(text.encode())
    except Refused as refused:
        return str(refused)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
