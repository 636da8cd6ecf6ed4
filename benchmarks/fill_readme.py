"""Copies the figures of benchmarks/results/ into README.md, so that nobody types them.

    python3 benchmarks/fill_readme.py            writes
    python3 benchmarks/fill_readme.py --check    fails if the README says something else
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SHOWN = {
    "Weights all +1 (the paper's claim)": [
        "fixed μ, positive, paper preset",
        "fixed μ, positive",
        "continuation, positive",
        "default (continuation, signed)",
    ],
    "Weights in ±[0.5, 2]": ["fixed μ, split, paper preset", "default (continuation, signed)"],
}


def rows(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def accuracy() -> str:
    report = (ROOT / "benchmarks/results/accuracy.md").read_text()
    lines = ["| weights | options | ER2, m = 200 | ER2, m = 1000 | ER4, m = 1000 | SF4, m = 1000 |"]
    lines.append("|---|---|---|---|---|---|")
    for section, systems in SHOWN.items():
        table = report.split(f"## {section}\n")[1].split("\n## ")[0]
        cells = {(graph, system): shd for graph, system, at, *shd in rows(table) if at == "0.3"}
        weights = section.removeprefix("Weights ").removesuffix(" (the paper's claim)")
        for system in systems:
            er2, er4, sf4 = (cells[graph, system] for graph in ("ER2", "ER4", "SF4"))
            lines.append(f"| {weights} | {system} | {er2[1]} | {er2[3]} | {er4[3]} | {sf4[3]} |")
    return "\n".join(lines)


def time() -> str:
    report = (ROOT / "benchmarks/results/time.md").read_text()
    lines = ["| variables | positive weights, fixed μ | signed weights, default |", "|---|---|---|"]
    cells = {(case, int(n)): seconds for case, n, _, _, seconds, *_ in rows(report)}

    def shown(case: str, n: int) -> str:
        return f"{float(cells[case, n]):.2g} s" if (case, n) in cells else ""

    for n in sorted({n for _, n in cells}):
        lines.append(f"| {n} | {shown('positive', n)} | {shown('signed', n)} |")
    return "\n".join(lines)


def search() -> str:
    """SHD and seconds of ours, and of each rival with how many times longer it took."""
    report = (ROOT / "benchmarks/results/search.md").read_text()
    lines = ["| data | errors, ours | seconds | flopsearch: errors | times our time |", "|---|---|---|---|---|"]
    for section in report.split("\n## ")[1:]:
        free = section.startswith("Free")
        tables = section.split("\n\n")
        systems = {(row[0], row[1]): row for row in rows(tables[1])}
        compared = rows(tables[3]) if len(tables) > 3 else []
        ratios = {(row[0], row[1], row[2]): row[4] for row in compared}
        for case, system in systems:
            if system != "ours":
                continue
            shd, seconds = (4 if free else 3), 7
            # Free variances: both with restarts where both have them; equal ones: ours needs none.
            restarts = free and (case, "ours-chains") in systems
            ours, rival = ("ours-chains", "flopsearch-20") if restarts else ("ours", "flopsearch-0")
            cells = systems[case, ours]
            other = systems.get((case, rival))
            errors = other[shd].split(" ±")[0] if other else ""
            ratio = ratios.get((case, rival, ours), "")
            name = case.replace("-", " ")
            line = [name, cells[shd].split(" ±")[0], cells[seconds], errors, ratio]
            lines.append(f"| {' | '.join(line)} |")
    return "\n".join(lines)


def methods() -> str:
    """Seconds of the processor of our methods and of the public programs of the same name, and who errs more."""
    report = (ROOT / "benchmarks/results/methods.md").read_text()
    each, against = (part.split("\n## ")[0] for part in report.split("\n## ")[1:3])
    seconds = {(row[0], row[1]): row[4].split(" (")[0] for row in rows(each)}
    lines = ["| method | variables | seconds | public program | seconds | times our time | its errors less ours |"]
    lines.append("|---|---|---|---|---|---|---|")
    for case, public, _, _, ratio, _, errors, _ in rows(against):
        method, variables = case.rsplit("-n", 1)
        times = [seconds[case, "ours"], public, seconds[case, public], ratio.split(" (")[0]]
        lines.append(f"| {' | '.join([method, variables, *times, errors])} |")
    return "\n".join(lines)


def filled(readme: str) -> str:
    tables = {"search": search(), "methods": methods(), "accuracy": accuracy(), "time": time()}
    for name, table in tables.items():
        block = rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)"
        readme = re.sub(block, lambda m: m[1] + "\n" + table + "\n\n" + m[2], readme, flags=re.S)
    return readme


readme = ROOT / "README.md"
if sys.argv[1:] == ["--check"]:
    sys.exit(0 if filled(readme.read_text()) == readme.read_text() else "README.md: stale figures")
readme.write_text(filled(readme.read_text()))
