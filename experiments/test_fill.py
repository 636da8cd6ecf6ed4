"""Tests of fill.py on a tiny experiment: python3 -m unittest discover experiments"""

import contextlib
import gzip
import io
import json
import tempfile
import unittest
from pathlib import Path

import fill
import rows
import words

COLUMNS = "experiment,data,n,m,graph,degree,noise,weights,scale,seed,method,label,options,"
COLUMNS += "shd,seconds,side_by_side,status,problem"
# Two tables; λ has two values for `a`; on the second table `b` has no graph, though it took its time.
ROWS = """
tiny,one,10,200,er,2,gaussian,unit,raw,0,bregman,a,"{""lambda"":0.0}",4,0.1,1,done,
tiny,one,10,200,er,2,gaussian,unit,raw,0,bregman,a,"{""lambda"":0.0001}",6,0.3,1,done,
tiny,one,10,200,er,2,gaussian,unit,raw,0,notears,b,,9,2,1,iteration limit,
tiny,two,20,200,sf,4,gaussian,unit,raw,0,bregman,a,"{""lambda"":0.0}",11,0.5,1,done,
tiny,two,20,200,sf,4,gaussian,unit,raw,0,external,b,run this,,600,1,failed,"no, ""not"" this"
"""
TEMPLATE = """# Tiny

{{ how() }}

Mean {{ mean("shd", label="a") }}, `m = 200`: {{ verdict(met("shd", below(10), ["kind"], label="a")) }}.
{{ says(times("b", "a") > 5, "slow", "fast") }}; {{ difference("shd", "a", "b") }}; {{ mean("shd", label="nobody") }}

{{ table(["kind", "label"], "m", "mean", "shd") }}
"""
PROVENANCE = {"command": "bregdag experiment tiny", "commit": "abc", "machine": "two cores", "date": "2026-01-02"}
PROVENANCE |= {"version": "0.1.0", "minutes": 150, "complete": False}


class Pages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.tiny = self.root / "tiny"
        self.tiny.mkdir()
        (self.root / "page.md.in").write_text("# All\n\n{{ overview() }}\n")
        (self.tiny / "page.md.in").write_text(TEMPLATE)
        (self.tiny / "rows.csv").write_text(COLUMNS + ROWS)
        (self.tiny / "provenance.json").write_text(json.dumps(PROVENANCE))
        self.assertIsNone(self.fill())

    def fill(self, *words):
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            return fill.main([str(self.root), *words])

    def page(self):
        return (self.tiny / "README.md").read_text()

    def assert_refused(self, *parts):
        answer = self.fill("--check")
        self.assertIsNotNone(answer)
        for part in parts:
            self.assertIn(part, answer)

    def test_pages_say_what_rows_say(self):
        self.assertIn("5 fits; 1 have no graph (1 failed), 1 stopped at a limit", self.page())
        self.assertIn("**The run is not complete yet.**", self.page())
        self.assertIn("Mean 7, `m = 200`: **reproduces in part** (1 of 2).", self.page())
        self.assertIn("slow; −4 (1 table); (no rows yet)", self.page())
        self.assertIn("| SF4 | b | (0 of 1) |", self.page())
        index = (self.root / "README.md").read_text()
        self.assertIn("| [tiny](tiny/README.md) | Tiny | 5 | 1 | 2.5 hours | not complete |", index)
        self.assertIsNone(self.fill("--check"))

    def test_compressed_rows_are_the_same(self):
        (self.tiny / "rows.csv.gz").write_bytes(gzip.compress((self.tiny / "rows.csv").read_bytes()))
        (self.tiny / "rows.csv").unlink()
        before = self.page().replace("rows.csv", "rows.csv.gz")
        self.fill()
        self.assertEqual(before, self.page())

    def test_a_changed_page_is_refused(self):
        (self.tiny / "README.md").write_text(self.page().replace("Mean 7", "Mean 6"))
        self.assert_refused("tiny/README.md", "-Mean 6", "+Mean 7")

    def test_a_changed_number_in_the_rows_is_refused(self):
        (self.tiny / "rows.csv").write_text(COLUMNS + ROWS.replace(",11,", ",14,"))
        self.assert_refused("-Mean 7", "+Mean 8")

    def test_a_typed_number_is_refused(self):
        (self.tiny / "page.md.in").write_text(TEMPLATE + "\nIt has 7 errors.\n")
        self.assert_refused("a number is typed in line 10")

    def test_a_typed_number_is_refused_without_rows_too(self):
        (self.tiny / "rows.csv").unlink()
        (self.tiny / "README.md").unlink()
        (self.tiny / "page.md.in").write_text("It has 7 errors.\n")
        self.assert_refused("a number is typed in line 1")

    def test_a_page_without_rows_is_refused(self):
        (self.tiny / "rows.csv").unlink()
        self.assert_refused("there are no rows behind it")
        (self.tiny / "README.md").unlink()
        self.fill()
        self.assertIsNone(self.fill("--check"))
        self.assertIn("not run yet", (self.root / "README.md").read_text())

    def test_a_chart_that_is_not_there_is_refused(self):
        (self.tiny / "page.md.in").write_text(TEMPLATE + "\n![SHD](shd.svg)\n")
        self.fill()
        self.assert_refused("shd.svg is not there")

    def test_a_question_that_nobody_understands_is_refused(self):
        for question in ('mean("shd", labl="a")', 'median("shd"', "open", '1 < mean("shd")'):
            (self.tiny / "page.md.in").write_text("{{ " + question + " }}\n")
            self.assert_refused("page.md.in", question)


class Digits(unittest.TestCase):
    def test_names_code_and_sources_may_have_them(self):
        free = "ER2 `m = 5` $n^2$ {{ mean(1) }} [a](b1.md)\nSource: page 3\n```sh\nrun 7\n```\nFigure 1\n"
        self.assertEqual(fill.typed_digits(free), [])
        self.assertEqual(fill.typed_digits("```\n1\n```\nSF4 and ER22\nx\nm2"), [4, 6])

    def test_a_question_that_asks_nothing_is_a_number(self):
        self.assertEqual(fill.typed_digits("{{ 83 }}\n{{ mean(83) }}\n`0.3`"), [1, 3])


class Sources(unittest.TestCase):
    def test_claims_have_a_source(self):
        for name, claim in fill.read_json(Path(fill.__file__).parent / fill.CLAIMS).items():
            self.assertRegex(claim["source"], r"^(paper, section|ours: |\S+, github)", name)

    def test_a_setting_is_what_the_plan_says(self):
        self.assertEqual(list(fill.values_of("a", {"b": [{"a": 1}, {"a": {"a": 2}}]})), [1, {"a": 2}, 2])


class Numbers(unittest.TestCase):
    def test_three_figures(self):
        given = [0, 12.345, 0.00012345, 99.96, 1234.5, -0.5, 2e9, 1e-4, 100.0]
        shown = ["0", "12.3", "1.23e−4", "100", "1234", "−0.5", "2e9", "1e−4", "100"]
        self.assertEqual([words.number(x) for x in given], shown)

    def test_yes_and_no_are_no_numbers(self):
        self.assertRaises(TypeError, words.shown, True)

    def test_quantiles_and_intervals(self):
        self.assertEqual(rows.quantile([3, 1, 2, 4], 0.5), 2.5)
        one, again = (rows.interval([1.0, 2.0, 6.0] * 2) for _ in range(2))
        self.assertEqual(one, again)
        self.assertTrue(1 <= one.low < one.mean == 3 < one.high <= 6)


class Questions(unittest.TestCase):
    def setUp(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "rows.csv"
            file.write_text(COLUMNS + ROWS)
            self.rows = rows.Rows(rows.read(file))

    def test_fits_without_a_graph_only_count(self):
        self.assertEqual((self.rows.count(label="b"), self.rows.without_graph(label="b")), (2, 1))
        self.assertEqual(self.rows.mean("seconds", label="b"), 2)
        self.assertRaises(rows.NoRows, self.rows.mean, "seconds", label="b", n=20)

    def test_pairs_are_of_the_same_table_and_over_all_lambda(self):
        self.assertEqual(self.rows.pairs("shd", "a", "b"), [(5, 9)])
        self.assertEqual(self.rows.times("b", "a"), 10)
        self.assertIsNone(rows.interval([1.0] * 5).low)
        self.assertEqual(rows.interval([1.0] * 6), rows.Interval(1, 1, 1, 6))
        self.assertEqual(self.rows.lower("shd", "a", "b", ["n"]), rows.Met(1, 1))

    def test_groups(self):
        self.assertEqual(self.rows.distinct("kind"), ["ER2", "SF4"])
        self.assertEqual(self.rows.distinct("n", n=[20, 10, 5]), [20, 10])
        self.assertEqual(self.rows.gap("shd", ["lambda_"], n=10, label="a"), 2)
        self.assertEqual(self.rows.falls("shd", "n", label="a"), rows.Met(0, 1))
        self.assertEqual(self.rows.share("shd", rows.below(10), label="a"), 2 / 3)


if __name__ == "__main__":
    unittest.main()
