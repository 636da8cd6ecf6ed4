"""How numbers, verdicts and tables are written."""

from rows import Interval, Met, NoRows

FEWER = "\n\n(a of b): only a of b fits have a graph, and the number is theirs."


def number(x, digits=3):
    """So many significant figures, without zeros at the end."""
    if x == 0:
        return "0"
    mantissa, exponent = f"{x:.{digits - 1}e}".split("e")
    exponent = int(exponent)
    if -4 < exponent < 7:
        text = trimmed(f"{x:.{max(0, digits - 1 - exponent)}f}")
    else:
        text = f"{trimmed(mantissa)}e{exponent}"
    return text.replace("-", "−")


def trimmed(text):
    return text.rstrip("0").rstrip(".") if "." in text else text


def percent(share):
    return f"{number(100 * share)} %"


def shown(value):
    """Whatever a question answers, as it stands on a page."""
    if isinstance(value, bool) or value is None:
        raise TypeError(f"{value} is no answer: ask with says(…)")
    if isinstance(value, float):
        return number(value)
    if isinstance(value, Interval):
        bounds = "" if value.low is None else f"{number(value.low)} to {number(value.high)}, "
        return f"{number(value.mean)} ({bounds}{value.tables} table{'s' if value.tables > 1 else ''})"
    if isinstance(value, Met):
        return f"{value.hits} of {value.total}"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(shown, value))
    return str(value)


def says(condition, yes, no):
    """The words that the numbers allow."""
    return yes if condition else no


def verdict(met):
    """Whether a claim holds in all groups, in some or in none; or simply yes or no."""
    met = Met(int(met), 1) if isinstance(met, bool) else met
    if met.hits == met.total:
        return "**reproduces**"
    return "**does not reproduce**" if met.hits == 0 else f"**reproduces in part** ({shown(met)})"


def holds(met):
    """The same as yes and no, where it is not the paper's claim."""
    met = Met(int(met), 1) if isinstance(met, bool) else met
    return "yes" if met.hits == met.total else "no" if met.hits == 0 else f"in {shown(met)}"


def markdown(header, lines):
    lines = [header, ["---"] * len(header), *lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def heading(column, value):
    """`m = 50`, but words speak for themselves."""
    plain = shown(value).replace("|", "\\|")
    return plain if isinstance(value, str) else f"{title(column)} = {plain}"


class Tables:
    """Tables of what rows answer."""

    def __init__(self, rows):
        self.rows = rows

    def cell(self, statistic, measure, where):
        """An answer, and how many fits it is about if some have no graph."""
        fits, without = self.rows.count(**where), self.rows.without_graph(**where)
        if not fits:
            return ""
        try:
            text = shown(getattr(self.rows, statistic)(measure, **where))
        except NoRows:
            return f"({fits - without} of {fits})" if without else "–"
        return f"{text} ({fits - without} of {fits})" if without else text

    def lines(self, rows, columns, where):
        """A line for each group; `columns` has (statistic, measure, more of where)."""
        rows = (rows,) if isinstance(rows, str) else rows
        for group in self.rows.groups(rows, **where):
            cells = [self.cell(s, measure, group | more) for s, measure, more in columns]
            if any(cells):
                yield [heading(name, group[name]) for name in rows] + cells

    def finished(self, header, lines):
        if not lines:
            raise NoRows("no line of a table")
        table = markdown(header, lines)
        return table + FEWER if any(" of " in cell for line in lines for cell in line[1:]) else table

    def table(self, rows, columns, statistic, measure, **where):
        """One measure: a line for each value of `rows`, a column for each value of `columns`."""
        values = self.rows.distinct(columns, **where)
        asked = [(statistic, measure, {columns: value}) for value in values]
        names = [rows] if isinstance(rows, str) else list(rows)
        header = [title(name) for name in names] + [heading(columns, value) for value in values]
        return self.finished(header, list(self.lines(rows, asked, where)))

    def summary(self, rows, columns, **where):
        """Several measures: `columns` has (heading, statistic, measure)."""
        names = [rows] if isinstance(rows, str) else list(rows)
        header = [title(name) for name in names] + [name for name, _, _ in columns]
        asked = [(statistic, measure, {}) for _, statistic, measure in columns]
        return self.finished(header, list(self.lines(rows, asked, where)))


TITLES = {"label": "method", "kind": "graph", "units": "columns", "lambda_": "λ"}
TITLES |= {"noise_scale_greatest": "largest scale"}


def title(column):
    return TITLES.get(column, column)
