"""The rows of an experiment, and questions to them: what stands between {{ and }} in a page's template.

A question picks rows by their columns: `mean("shd", label="search", m=200)`. A list picks any of its
values, a function such as `above(100)` whatever it says yes to. Beside the columns of the file there
are `kind` (ER2), `lambda_` (the option of that name), `units` (what became of the columns, and onion
weights), `wide` (as many rows as variables ask for, see `growth`) and `has_graph`. Fits without a graph have no
measures: they are counted, and left out of everything else. Where nothing is left, NoRows says so.
"""

import csv
import gzip
import io
import json
import math
import random
import statistics
from dataclasses import dataclass

TEXTS = "experiment data graph noise weights scale method label options status problem identity".split()
WITH_GRAPH = ("done", "iteration limit")
# How often differences are drawn again for an interval, and how much of them lies inside.
DRAWS, INSIDE = 2000, 0.95
# The fewest N with 2 ** (1 - N) <= 1 - INSIDE, as in the program's own tables.
FEWEST = 6


class NoRows(Exception):
    """Nothing to compute from."""


@dataclass
class Interval:
    """A mean over tables, and the bounds of where it may be if there are enough of them."""

    mean: float
    low: float | None
    high: float | None
    tables: int


@dataclass
class Met:
    """In so many groups of all a condition holds."""

    hits: int
    total: int

    def __add__(self, other):
        return Met(self.hits + other.hits, self.total + other.total)


def read(path):
    """The rows of a file, which may be compressed."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    return [typed(row) for row in csv.DictReader(io.StringIO(text))]


def typed(row):
    row = {name: cell if name in TEXTS else number_of(cell) for name, cell in row.items()}
    row["has_graph"] = row["status"] in WITH_GRAPH
    row["kind"] = f"{row['graph'].upper()}{row['degree']:g}" if row["graph"] else None
    options = json.loads(row["options"]) if row["options"].startswith("{") else {}
    row["lambda_"] = options.get("lambda")
    row["units"] = "onion" if row["weights"] == "onion" else row["scale"]
    row["wide"] = row["n"] is not None and row["m"] == max(1000, 2 * row["n"])
    return row


def number_of(cell):
    return float(cell) if cell else None


def fits(value, wanted):
    if callable(wanted):
        return value is not None and wanted(value)
    return value in wanted if isinstance(wanted, (list, tuple)) else value == wanted


def below(limit):
    return lambda value: value < limit


def above(limit):
    return lambda value: value > limit


def at_least(limit):
    return lambda value: value >= limit


def average(values):
    return math.fsum(values) / len(values)


def quantile(values, share):
    """By linear interpolation between the two nearest."""
    values = sorted(values)
    place = share * (len(values) - 1)
    low = math.floor(place)
    high = min(low + 1, len(values) - 1)
    return values[low] + (values[high] - values[low]) * (place - low)


def interval(values):
    """The mean, and bounds from means of values drawn again. Only `random()` is the same in every Python.

    Of few values there are no bounds: all of them lie on one side of the truth too often.
    """
    if len(values) < FEWEST:
        return Interval(average(values), None, None, len(values))
    draw, count = random.Random(0).random, len(values)
    means = [average([values[int(draw() * count)] for _ in values]) for _ in range(DRAWS)]
    tail = (1 - INSIDE) / 2
    return Interval(average(values), quantile(means, tail), quantile(means, 1 - tail), count)


class Rows:
    """Rows, and the questions to them."""

    def __init__(self, rows):
        self.rows = rows

    def chosen(self, **where):
        for column in where:
            if self.rows and column not in self.rows[0]:
                raise KeyError(f"no column {column}")
        rows = self.rows
        for column, wanted in where.items():
            rows = [row for row in rows if fits(row[column], wanted)]
        return rows

    def count(self, **where):
        """Fits."""
        return len(self.chosen(**where))

    def without_graph(self, **where):
        return self.count(**where, has_graph=False)

    def distinct(self, column, **where):
        """Its values: numbers by size, words in the order that was asked for or else that of the file."""
        found = list(dict.fromkeys(row[column] for row in self.chosen(**where)))
        found = [value for value in found if value not in (None, "")]
        wanted = where.get(column)
        if isinstance(wanted, (list, tuple)):
            return [value for value in wanted if value in found]
        return sorted(found) if found and isinstance(found[0], float) else found

    def values(self, measure, **where):
        """The numbers of all fits that have a graph and this measure."""
        rows = [row for row in self.chosen(**where) if row["has_graph"]]
        numbers = [row[measure] for row in rows if row[measure] is not None]
        if not numbers:
            raise NoRows(f"{measure} of {where}")
        return numbers

    def mean(self, measure, **where):
        return average(self.values(measure, **where))

    def median(self, measure, **where):
        return statistics.median(self.values(measure, **where))

    def least(self, measure, **where):
        return min(self.values(measure, **where))

    def greatest(self, measure, **where):
        return max(self.values(measure, **where))

    def deviation(self, measure, **where):
        """The standard deviation, for two values or more."""
        values = self.values(measure, **where)
        if len(values) < 2:
            raise NoRows(f"two or more {measure} of {where}")
        return statistics.stdev(values)

    def quantile(self, measure, share, **where):
        return quantile(self.values(measure, **where), share)

    def share(self, measure, condition, **where):
        """Of the fits that have the measure, so many meet the condition."""
        return average([float(condition(value)) for value in self.values(measure, **where)])

    def on_each_table(self, measure, label, **where):
        """The mean over what one label has on the same table: the paper's settings have several λ."""
        tables = {}
        for row in self.chosen(**where, label=label, has_graph=True):
            if row[measure] is not None:
                tables.setdefault((row["data"], row["seed"]), []).append(row[measure])
        return {table: average(values) for table, values in tables.items()}

    def pairs(self, measure, one, other, **where):
        """What two labels have on the same tables."""
        ones, others = (self.on_each_table(measure, label, **where) for label in (one, other))
        pairs = [(ones[table], others[table]) for table in ones if table in others]
        if not pairs:
            raise NoRows(f"{measure} of both {one} and {other}, {where}")
        return pairs

    def times(self, one, other, **where):
        """How many times longer `one` takes than `other`: the median over tables."""
        return statistics.median(a / b for a, b in self.pairs("seconds", one, other, **where))

    def difference(self, measure, one, other, **where):
        """`one` less `other` on the same tables."""
        return interval([a - b for a, b in self.pairs(measure, one, other, **where)])

    def groups(self, by, **where):
        """The rows apart by these columns."""
        if not by:
            return [where]
        apart = self.distinct(by[0], **where)
        return [group for value in apart for group in self.groups(by[1:], **where | {by[0]: value})]

    def means(self, measure, by, **where):
        """Of every group that has a graph."""
        groups = self.groups(by, **where)
        means = [self.mean(measure, **group) for group in groups if self.count(**group, has_graph=True)]
        if not means:
            raise NoRows(f"{measure} of {where}")
        return means

    def gap(self, measure, by, **where):
        """The greatest mean of a group less the least."""
        means = self.means(measure, by, **where)
        return max(means) - min(means)

    def falls(self, measure, along, **where):
        """At how many steps along a column the mean falls."""
        means = self.means(measure, [along], **where)
        if len(means) < 2:
            raise NoRows(f"two or more {along} of {where}")
        return Met(sum(b < a for a, b in zip(means, means[1:])), len(means) - 1)

    def met(self, measure, condition, by, **where):
        """In how many groups the mean meets the condition."""
        means = self.means(measure, by, **where)
        return Met(sum(map(condition, means)), len(means))

    def lower(self, measure, one, other, by, **where):
        """In how many groups `one` has the lower mean on the tables that both have."""
        lower = []
        for group in self.groups(by, **where | {"label": [one, other]}):
            group = {column: value for column, value in group.items() if column != "label"}
            try:
                pairs = self.pairs(measure, one, other, **group)
            except NoRows:
                continue
            lower.append(math.fsum(a - b for a, b in pairs) < 0)
        if not lower:
            raise NoRows(f"{measure} of both {one} and {other}, {where}")
        return Met(sum(lower), len(lower))
