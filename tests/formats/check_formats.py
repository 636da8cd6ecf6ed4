"""Opens the conversions of a fit with networkx and semopy and compares them with the fit.

check_formats.py FIT.json looks at the files beside it. dagitty is on no package registry; its text is
read by the rules of its published grammar instead (dagitty_rules.py).
"""

import json
import math
import re
import sys
from pathlib import Path

import dagitty_rules
import networkx
import semopy

NODE = ["variance", "noise_variance", "r_squared"]
EDGE = ["weight", "std_error", "t"]
SHARES = ["frequency", "forward", "reverse", "open"]


def same_numbers(found: dict, expected: dict, names: list[str], key=str) -> None:
    """Every number is there to the last bit, and none where the fit has none."""
    for name in names:
        assert found.get(key(name)) == expected[name], (name, found, expected)


def check_attributes(graph: networkx.DiGraph, fit: dict, shown=str, key=str) -> None:
    """Nodes in their order under names as `shown`, edges with their numbers."""
    assert graph.is_directed() and not graph.is_multigraph()
    nodes = list(graph.nodes)
    assert len(nodes) == len(fit["nodes"])
    for node, expected in zip(nodes, fit["nodes"]):
        found = graph.nodes[node]
        label = found.get("label", found.get("name", node))
        assert label == shown(expected["name"]), (label, expected["name"])
        same_numbers(found, expected, NODE, key)
    place = {name: nodes[k] for k, name in enumerate(fit["variables"])}
    ends = [(place[edge["source"]], place[edge["target"]]) for edge in fit["edges"]]
    assert set(graph.edges) == set(ends) and len(ends) == graph.number_of_edges()
    for end, expected in zip(ends, fit["edges"]):
        found = graph.edges[end]
        assert found["directed"] == expected["directed"]
        same_numbers(found, expected, EDGE, key)
        same_numbers(found, expected["stability"] or dict.fromkeys(SHARES), SHARES, key)


def without_illegal(name: str) -> str:
    """What XML 1.0 cannot hold is replaced."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", name)


def camel(name: str) -> str:
    return re.sub("_(.)", lambda match: match[1].upper(), name)


def check_dagitty(text: str, fit: dict) -> None:
    kind, ids, edges = dagitty_rules.parse(text)
    names = fit["variables"]
    assert len(ids) == len(set(ids)) == len(names)
    for found, name in zip(ids, names):
        assert found == name or not dagitty_rules.can_write(name), (found, name)
    assert kind == ("dag" if all(edge["directed"] for edge in fit["edges"]) else "pdag")
    id_of = dict(zip(names, ids))
    deviation = {node["name"]: math.sqrt(node["variance"]) for node in fit["nodes"]}
    assert len(edges) == len(fit["edges"])
    for (source, arrow, target, attributes), edge in zip(edges, fit["edges"]):
        assert (source, target) == (id_of[edge["source"]], id_of[edge["target"]])
        assert arrow == ("->" if edge["directed"] else "--")
        if edge["directed"]:
            beta = edge["weight"] * deviation[edge["source"]] / deviation[edge["target"]]
            # Two roots and two products round a little.
            assert math.isclose(float(attributes["beta"]), beta, rel_tol=1e-12)


def check_lavaan(text: str, fit: dict) -> None:
    names = fit["variables"]
    renamed = dict(re.findall('^# (\\S+) = (".*")$', text, re.MULTILINE))
    id_of = {json.loads(name): word for word, name in renamed.items()}
    id_of = {name: id_of.get(name, name) for name in names}
    assert len(set(id_of.values())) == len(names)
    for word in id_of.values():
        assert re.fullmatch(r"(?:[^\W\d_]|\.(?!\d))[\w.]*", word), word
        assert word not in ("NA", "if", "..."), word

    # semopy wants a letter in front, where R and lavaan also know a dot.
    effects, operations = semopy.parser.parse_desc(re.sub(r"(?<![\w.])\.(?=[\w.])", "dot.", text))
    assert not operations and set(effects) <= {"~", "~~"}
    found = {(x.strip(), y) for y, parents in effects["~"].items() for x in parents}
    dotted = {name: re.sub(r"^\.", "dot.", word) for name, word in id_of.items()}
    assert found == {(dotted[edge["source"]], dotted[edge["target"]]) for edge in fit["edges"]}
    linked = {edge[end] for edge in fit["edges"] for end in ("source", "target")}
    assert set(effects["~~"]) == {dotted[name] for name in names if name not in linked}

    stated = re.findall(r"^#   (\S+) \* (\S+?)(, std error \S+?)?(, may point either way)?$", text, re.M)
    by_target = sorted(fit["edges"], key=lambda edge: names.index(edge["target"]))
    assert len(stated) == len(by_target)
    for (weight, word, _, is_open), edge in zip(stated, by_target):
        assert (float(weight), word) == (edge["weight"], id_of[edge["source"]])
        assert bool(is_open) != edge["directed"]


def main() -> None:
    path = Path(sys.argv[1])
    fit = json.loads(path.read_text())
    graphml = networkx.read_graphml(path.with_suffix(".graphml"))
    check_attributes(graphml, fit, without_illegal)
    check_attributes(networkx.read_gml(path.with_suffix(".gml")), fit, key=camel)
    cyjs = json.loads(path.with_suffix(".cyjs").read_text())
    check_attributes(networkx.cytoscape_graph(cyjs), fit)
    check_dagitty(path.with_suffix(".dagitty").read_text(), fit)
    check_lavaan(path.with_suffix(".lavaan").read_text(), fit)
    print(f"{path.name}: GraphML, GML, cyjs (networkx), lavaan (semopy), dagitty (its grammar): as in the fit")


main()
