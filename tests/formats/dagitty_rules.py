"""Reads the text of a dagitty graph, strictly, as its published grammar has it: the graph's type,
node statements, then edge statements with attributes. Subgraphs and chains are not written, so not read.

A word is letters, digits, `_` and `.`; any other name is a string in quotes, in which `\\"` is a quote,
every other backslash is itself and control characters cannot be. There are no comments."""

import re

SPACE = re.compile(r"[\n\r\t ;]*")
WORD = re.compile(r"-?[0-9a-zA-Z_.]+")
STRING = re.compile(r'"((?:\\"|\\(?!")|[^"\\\x00-\x1f\x7f])*)"')
ARROW = re.compile(r"->|--|<->|<-")
# What dagitty refuses, and what its table of variables, a JavaScript object, seems to hold from the start.
REFUSED = {"graph", "node", "__proto__", "constructor", "hasOwnProperty", "isPrototypeOf"}
REFUSED |= {"propertyIsEnumerable", "toLocaleString", "toString", "valueOf"}


def can_write(name: str) -> bool:
    has_controls = re.search(r"[\x00-\x1f\x7f-\x9f]", name)
    return not has_controls and not name.endswith("\\") and name not in REFUSED


class Reader:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def take(self, pattern: re.Pattern) -> re.Match | None:
        """The match here, if any, and blanks behind it."""
        found = pattern.match(self.text, self.at)
        if found:
            self.at = SPACE.match(self.text, found.end()).end()
        return found

    def mark(self, mark: str) -> bool:
        return self.take(re.compile(re.escape(mark))) is not None

    def name(self) -> str:
        if word := self.take(WORD):
            return word[0]
        string = self.take(STRING)
        assert string, f"expected a name at {self.text[self.at : self.at + 40]!r}"
        return string[1].replace('\\"', '"')

    def variable(self) -> str:
        name = self.name()
        assert name not in REFUSED, name
        return name

    def attributes(self) -> dict[str, str]:
        found: dict[str, str] = {}
        if self.mark("["):
            while not self.mark("]"):
                key = self.name()
                assert self.mark("=")
                found[key] = self.name()
                self.mark(",")
        return found


def parse(text: str) -> tuple[str, list[str], list[tuple[str, str, str, dict[str, str]]]]:
    """Type, nodes and edges (source, arrow, target, attributes)."""
    # dagitty looks for this before it parses.
    assert re.fullmatch(r"(dag|pdag)\s*\{([\s\S]*)\}\s*", text)
    reader = Reader(text)
    kind = reader.name()
    assert reader.mark("{")
    nodes, edges = [], []
    while not reader.mark("}"):
        name = reader.variable()
        if arrow := reader.take(ARROW):
            target = reader.variable()
            edges.append((name, arrow[0], target, reader.attributes()))
            assert name in nodes and target in nodes
        else:
            assert not edges, "nodes come first"
            nodes.append(name)
            reader.attributes()
    assert reader.at == len(text)
    return kind, nodes, edges
