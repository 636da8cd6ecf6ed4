"""Makes nhefs.csv from the NHEFS extract with its gaps filled in (standard library only).

    python3 prepare.py nhefs_25_imputed.csv nhefs.csv

Leaves out the three columns that are differences of two others (their graph is arithmetic, not
cause and effect) and scales the rest to mean 0 and standard deviation 1, as the paper does.
"""

import csv
import statistics
import sys

DIFFERENCES = {"wt82_71", "price71_82", "tax71_82"}


def main(source: str, target: str) -> None:
    with open(source, newline="") as file:
        names, *rows = csv.reader(file)
    scaled = {}
    for name, column in zip(names, zip(*rows)):
        if name not in DIFFERENCES:
            values = [float(x) for x in column]
            mean, spread = statistics.fmean(values), statistics.pstdev(values)
            scaled[name] = [f"{(x - mean) / spread:.6g}" for x in values]
    with open(target, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(scaled)
        writer.writerows(zip(*scaled.values()))


main(*sys.argv[1:])
