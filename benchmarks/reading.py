"""How long a large CSV takes to become moments: bregdag beside polars, in alternating runs.

    python3 -m venv .venv && .venv/bin/pip install -r benchmarks/requirements.txt
    cargo build --release
    .venv/bin/python benchmarks/reading.py --file target/big.csv        # written first if it is not there

Writes benchmarks/results/reading.md. Files that differ from the commit are refused, unless `--try` says that nothing
is to be saved.
"""

import argparse
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROWS, COLUMNS = 1_000_000, 50
POLARS = """
import sys
import polars
table = polars.read_csv(sys.argv[1]).to_numpy()
print((table.T @ table)[0, 0])
"""


def git(*words):
    return subprocess.run(["git", *words], capture_output=True, text=True, cwd=ROOT, check=True).stdout


def changed():
    """What differs from the commit, without results: as in benchmarks/src/tree.rs."""
    paths = [line[3:] for line in git("status", "--porcelain", "--no-renames").splitlines()]
    return [path for path in paths if not path.startswith(("benchmarks/results/", "docs/calibration.svg"))]


def write(path):
    """Correlated columns of full precision, a block of rows at a time."""
    import numpy
    import polars

    generator = numpy.random.default_rng(1)
    mixing = numpy.triu(generator.normal(size=(COLUMNS, COLUMNS)), 1) * 0.2 + numpy.eye(COLUMNS)
    names = [f"x{j + 1}" for j in range(COLUMNS)]
    with open(path, "wb") as out:
        for block in range(20):
            rows = generator.normal(size=(ROWS // 20, COLUMNS)) @ mixing
            polars.DataFrame(rows, schema=names).write_csv(out, include_header=block == 0)


def run(command):
    """Seconds and peak memory in MB of one process."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - start
    if status != 0:
        sys.exit(f"{command[0]} failed")
    return seconds, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--file", type=pathlib.Path, required=True)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "target/release/bregdag")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--try", dest="trying", action="store_true", help="print, and save nothing")
    arguments = parser.parse_args()
    if changed() and not arguments.trying:
        files = "\n  ".join(changed())
        sys.exit(
            f"these files differ from the commit that the results would name:\n  {files}\n"
            "commit or stash them, or add --try, which prints and saves nothing"
        )
    if not arguments.file.exists():
        write(arguments.file)

    moments = arguments.file.with_suffix(".moments")
    systems = {
        "bregdag": [arguments.program, "moments", arguments.file, "--out", moments, "--quiet"],
        "polars": [sys.executable, "-c", POLARS, arguments.file],
    }
    for command in systems.values():
        run(command)  # Fills the cache of the disk.
    measured = {name: [] for name in systems}
    for _ in range(arguments.runs):
        for name, command in systems.items():
            measured[name].append(run(command))
    report(arguments, measured)


def report(arguments, measured):
    import polars

    seconds = {name: [s for s, _ in runs] for name, runs in measured.items()}
    median = {name: statistics.median(values) for name, values in seconds.items()}
    commit = git("describe", "--always").strip() + ("-dirty" if changed() else "")
    size = arguments.file.stat().st_size / 1e9
    lines = [
        "# A large CSV becomes moments",
        "",
        f"{ROWS} rows of {COLUMNS} full-precision columns, {size:.2f} GB, in the cache of the disk; "
        f"{arguments.runs} alternating runs of whole processes.",
        f"polars {polars.__version__}: `read_csv`, `to_numpy`, then X.T @ X. "
        f"bregdag at {commit}: `bregdag moments`.",
        f"Machine: {os.cpu_count()} cores, {platform.machine()}. "
        "Command: `python benchmarks/reading.py --file target/big.csv`.",
        "",
        "| | median seconds | all runs | peak memory, MB |",
        "|---|---|---|---|",
    ]
    for name, runs in measured.items():
        every = ", ".join(f"{s:.2f}" for s in seconds[name])
        lines.append(f"| {name} | {median[name]:.2f} | {every} | {max(m for _, m in runs):.0f} |")
    ratio = median["bregdag"] / median["polars"]
    lines += ["", f"bregdag takes {ratio:.2f} times the time of polars.", ""]
    print("\n".join(lines))
    if not arguments.trying:
        (ROOT / "benchmarks/results/reading.md").write_text("\n".join(lines))


if __name__ == "__main__":
    main()
