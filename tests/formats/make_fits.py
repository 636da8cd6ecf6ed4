"""Learns graphs over columns with names of every kind and converts them to every format.

make_fits.py COMMAND DIRECTORY leaves open.json (some directions are open, an edge was tried by refits)
and directed.json (all directions are known, an edge has no weight) there, each beside the same graph in
all formats.
"""

import csv
import json
import subprocess
import sys
from pathlib import Path

NAMES = [
    'a"b', "<script>", "]]>", "new\nline", "tab\there", "nul\0", "日本", "🙂", "a->b", "x ~ y", "#x",
    "__proto__", "NA", "if", "a\\", 'a\\"', "&amp;", "graph", "graph_", "1a", "a b", "a.b", "a-b", "[x]",
    "x; y ~ z", "constructor", "line\u2028end\x85", "x" * 3000, "\ufeffmark", "été", "_1", ".1", "...",
    "\ufffe", "node [ id 7 ]", "c", "start", "e\u0301", "true", "-1",
]  # fmt: skip
ENDINGS = ["graphml", "gml", "cyjs", "dagitty", "lavaan"]


def rename(table: Path, named: Path) -> None:
    """The same table under other names."""
    with table.open(newline="") as file:
        rows = list(csv.reader(file))
    with named.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, quoting=csv.QUOTE_ALL).writerows([NAMES, *rows[1:]])


def main() -> None:
    command, work = sys.argv[1], Path(sys.argv[2])

    def run(*words: str) -> None:
        subprocess.run([command, *words], cwd=work, check=True, capture_output=True)

    size = ["--nodes", str(len(NAMES)), "--degree", "1", "--samples", "500", "--seed", "3"]
    run("simulate", *size, "--out", "plain.csv", "--truth", "truth.csv")
    rename(work / "plain.csv", work / "data.csv")
    for variances, name in [("free", "open"), ("equal", "directed")]:
        run("learn", "data.csv", "--variances", variances, "--restarts", "1", "--out", f"{name}.json")
        fit = json.loads((work / f"{name}.json").read_text())
        open_edges = [edge for edge in fit["edges"] if not edge["directed"]]
        assert len(fit["variables"]) == len(NAMES), "a column was lost"
        assert bool(open_edges) == (name == "open"), "no good example"
        assert len(open_edges) < len(fit["edges"]), "no good example"
        if name == "directed":
            # A required edge may have no weight.
            fit["edges"][0] |= {"weight": 0.0, "t": 0.0}
        else:
            shares = {"frequency": 1.0, "forward": 0.75, "reverse": 0.0, "open": 0.25}
            more = {"mean": None, "deviation": None, "positive": 1.0, "negative": 0.0}
            fit["edges"][0]["stability"] = shares | more | {"calibrated": None}
        (work / f"{name}.json").write_text(json.dumps(fit))
        outputs = [word for ending in ENDINGS for word in ("--out", f"{name}.{ending}")]
        run("convert", f"{name}.json", *outputs)


main()
