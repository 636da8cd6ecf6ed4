"""Fits a rival on request: `rivals.py flopsearch|dagma|boss`, one JSON line in, one out.

    in   {"file": "x.npy", "options": {"restarts": 20}, "repeat_below": 0.05, "repeats": 9}
    out  {"seconds": 0.03, "repeats": 9, "kind": "class", "directed": [[0, 1]], "undirected": []}
    out  {"error": "…"}

The first line out is {"versions": {…}}, after a warm-up on a tiny table, so that imports and
first calls are never timed. The timer sees the fit alone: the table is already in memory.
Edges [i, j] mean i → j. Threads are set by the environment of the process.
"""

import ctypes
import json
import os
import platform
import random
import signal
import statistics
import sys
import time
from importlib.metadata import version

import numpy as np


def flopsearch():
    from flopsearch import flop

    def fit(x, restarts=0, lambda_bic=2.0):
        return np.asarray(flop(x, lambda_bic, restarts=restarts))

    def edges(matrix):
        directed = np.argwhere(matrix == 1)
        undirected = [(i, j) for i, j in np.argwhere(matrix == 2) if i < j]
        return "class", directed, undirected

    return fit, edges, ["flopsearch"]


def dagma():
    from dagma.linear import DagmaLinear

    def fit(x, lambda1=0.02, w_threshold=0.3):
        return DagmaLinear(loss_type="l2").fit(x, lambda1=lambda1, w_threshold=w_threshold)

    def edges(matrix):
        return "dag", np.argwhere(matrix != 0), []

    return fit, edges, ["dagma", "scipy"]


def boss():
    from causallearn.search.PermutationBased.BOSS import boss as search

    def fit(x, score_func="local_score_BIC_from_cov"):
        # What the score "local_score_BIC" becomes, without its warning.
        return search(x, score_func=score_func, verbose=False)

    def edges(graph):
        ends = graph.graph
        # ends[j, i] = 1 and ends[i, j] = -1: i → j; both -1: i — j.
        directed = np.argwhere((ends == -1) & (ends.T == 1))
        undirected = [(i, j) for i, j in np.argwhere((ends == -1) & (ends.T == -1)) if i < j]
        return "class", directed, undirected

    return fit, edges, ["causal-learn", "scipy"]


RIVALS = {"flopsearch": flopsearch, "dagma": dagma, "boss": boss}


def timed(fit, x, options):
    # dagma centres the caller's table in place.
    x = x.copy()
    start = time.perf_counter()
    answer = fit(x, **options)
    return time.perf_counter() - start, answer


def answer(fit, edges, request):
    x = np.ascontiguousarray(np.load(request["file"]))
    # boss shuffles with this generator; flopsearch has no seed.
    random.seed(0)
    first, result = timed(fit, x, request["options"])
    seconds = [first]
    if first < request["repeat_below"]:
        more = range(request["repeats"] - 1)
        seconds += [timed(fit, x, request["options"])[0] for _ in more]
    kind, directed, undirected = edges(result)
    return {
        "seconds": statistics.median(seconds),
        "repeats": len(seconds),
        "kind": kind,
        "directed": [[int(i), int(j)] for i, j in directed],
        "undirected": [[int(i), int(j)] for i, j in undirected],
    }


def die_with_parent():
    """An interrupted run must not leave a fit behind that disturbs the next."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)


def main():
    die_with_parent()
    # Whatever a rival prints goes to standard error: the driver reads standard output.
    out = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    fit, edges, packages = RIVALS[sys.argv[1]]()
    rng = np.random.default_rng(0)
    fit(rng.standard_normal((100, 5)))
    versions = {package: version(package) for package in [*packages, "numpy"]}
    print(json.dumps({"versions": {"python": platform.python_version(), **versions}}), file=out)
    for line in sys.stdin:
        try:
            reply = answer(fit, edges, json.loads(line))
        except Exception as error:  # noqa: BLE001, a rival may raise anything
            reply = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), file=out)


main()
