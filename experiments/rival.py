"""A public program as a contender: rival.py NAME TABLE.csv EDGES.csv, called by `rival`.

Prints `seconds: X`, the time of the fit alone: packages are loaded and warm, and the table is in
memory.
"""

import csv
import json
import os
import random
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))
import rivals  # noqa: E402

# The restarts of flopsearch are our choice, as in benchmarks/; NOTEARS has one of the paper's values of λ
# and the threshold that the public program has by default.
OPTIONS = json.loads((Path(__file__).parent / "rivals.json").read_text(encoding="utf-8"))


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        names, *lines = csv.reader(file)
    return names, np.array([[float(cell) for cell in line] for line in lines])


def write(path, names, directed, undirected):
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["source", "target", "directed"])
        out.writerows([names[i], names[j], "true"] for i, j in directed)
        out.writerows([names[i], names[j], "false"] for i, j in undirected)


def main(name, table, edge_list):
    # Whatever a program prints goes to standard error: standard output is for the time.
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    fit, edges, _ = rivals.RIVALS[name]()
    names, x = read(table)
    fit(np.random.default_rng(0).standard_normal((100, 5)), **OPTIONS[name])
    # BOSS and GRaSP begin with a random order. flopsearch has no seed.
    random.seed(0)
    np.random.seed(0)
    try:
        seconds, _, answer = rivals.timed(fit, x, OPTIONS[name])
    except Exception as error:  # noqa: BLE001, a program may raise anything; one line of it is enough
        sys.exit(f"{type(error).__name__}: {error}")
    _, directed, undirected = edges(answer)
    write(edge_list, names, directed, undirected)
    print(f"seconds: {seconds}", file=out)


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in OPTIONS:
        sys.exit(f"usage: rival {{{','.join(OPTIONS)}}} TABLE.csv EDGES.csv")
    main(*sys.argv[1:])
