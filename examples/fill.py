"""Fills the tables of a study's README.md from its results, and takes over the drawings (standard library only).

    python3 examples/fill.py nhefs RESULTS            # writes
    python3 examples/fill.py nhefs RESULTS --check    # fails if something would change

A table stands between `<!-- results -->` and `<!-- /results -->`. Its heading names runs (RESULTS/NAME.json), the first
cell of a row says what is asked of each:

    a → b        what the consensus says: → ← claimed, — open; how many refits join the two, and in brackets how many claim
                 a → b and b → a; in brackets alone where too few join the two
    edges        how many edges the consensus has
    claimed      how many of them have a claimed direction
    a, b, c      how many edges join one of these with any other variable
"""

import json
import pathlib
import re
import sys


def cell(question: str, run: dict) -> str:
    edges = run["edges"]
    if question == "edges":
        return str(len(edges))
    if question == "claimed":
        return str(sum(edge["directed"] for edge in edges))
    if "→" in question:
        return arrow(*question.split(" → "), run)
    inside = set(question.split(", "))
    return str(sum((edge["source"] in inside) != (edge["target"] in inside) for edge in edges))


def arrow(cause: str, effect: str, run: dict) -> str:
    if not {cause, effect} <= set(run["variables"]):
        return "left out"
    percent = lambda share: f"{100 * share:.0f} %"
    for edge in run["edges"]:
        if {edge["source"], edge["target"]} == {cause, effect}:
            sign = "—" if not edge["directed"] else "→" if edge["source"] == cause else "←"
            support = edge["stability"]
            ways = (support["forward"], support["reverse"])
            there, back = ways if edge["source"] == cause else ways[::-1]
            return f"{sign} {percent(support['frequency'])} ({100 * there:.0f} : {100 * back:.0f})"
    for pair in run["stability"]["pairs"]:
        if {pair["source"], pair["target"]} == {cause, effect}:
            return f"({percent(pair['frequency'])})"
    return "never"


def table(text: str, results: pathlib.Path) -> str:
    heading, rule, *rows = text.strip().splitlines()
    names = [name.strip() for name in heading.strip("|").split("|")][1:]
    runs = [json.loads((results / f"{name}.json").read_text()) for name in names]
    lines = [heading, rule]
    for row in rows:
        question = row.strip("|").split("|")[0].strip()
        lines.append("| " + " | ".join([question, *(cell(question, run) for run in runs)]) + " |")
    return "\n".join(lines)


def main(study: str, results: str, *flags: str) -> None:
    folder = pathlib.Path(__file__).parent / study
    readme, results = folder / "README.md", pathlib.Path(results)
    pattern = re.compile(r"(?<=<!-- results -->\n\n)(.*?)(?=\n\n<!-- /results -->)", re.S)
    old = readme.read_text()
    changes = {readme: pattern.sub(lambda found: table(found[1], results), old)}
    for drawing in sorted(folder.glob("*.svg")):
        changes[drawing] = (results / drawing.name).read_text()
    stale = [str(path) for path, text in changes.items() if path.read_text() != text]
    if "--check" in flags:
        sys.exit(f"not as the run says: {', '.join(stale)}" if stale else 0)
    for path, text in changes.items():
        path.write_text(text)


main(*sys.argv[1:])
