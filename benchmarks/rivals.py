"""Fits a rival on request: `rivals.py NAME`, a key of RIVALS; one JSON line in, one out.

    in   {"file": "x.npy", "options": {"restarts": 20}, "repeat_below": 0.05, "repeats": 9}
    out  {"seconds": 0.03, "cpu_seconds": 0.03, "repeats": 9, "megabytes": 90.5,
          "kind": "class", "directed": [[0, 1]], "undirected": []}
    out  {"error": "…"}

The first line out is {"versions": {…}}, after a warm-up on a tiny table, so that imports and
first calls are never timed. The timer sees the fit alone: the table is already in memory.
Edges [i, j] mean i → j; both [i, j] and [j, i] are an edge with two heads.
Threads are set by the environment of the process.
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

# Of its repository, which is no package.
NOTEARS_COMMIT = "4a9ab19fe502e392503da331773c5223d82d3666"


def flopsearch():
    from flopsearch import flop

    def fit(x, restarts=0, lambda_bic=2.0):
        return np.asarray(flop(x, lambda_bic, restarts=restarts))

    def edges(matrix):
        directed = np.argwhere(matrix == 1)
        undirected = [(i, j) for i, j in np.argwhere(matrix == 2) if i < j]
        return "class", directed, undirected

    return fit, edges, {"flopsearch": version("flopsearch")}


def dagma():
    from dagma.linear import DagmaLinear

    def fit(x, lambda1=0.02, w_threshold=0.3):
        model = DagmaLinear(loss_type="l2")
        return model.fit(x, lambda1=lambda1, w_threshold=w_threshold, s=dagma_domains())

    return fit, dag_edges, {name: version(name) for name in ("dagma", "scipy")}


def dagma_domains():
    """Its default s, anew: a step that leaves the domain changes the list for all later fits."""
    return [1.0, 0.9, 0.8, 0.7, 0.6]


def notears():
    notears_linear = load_notears()

    def fit(x, lambda1=0.1, w_threshold=0.3):
        return notears_linear(x, lambda1=lambda1, loss_type="l2", w_threshold=w_threshold)

    return fit, dag_edges, {"notears": NOTEARS_COMMIT[:7], "scipy": version("scipy")}


def load_notears():
    folder = os.environ.get("NOTEARS_SOURCE")
    if not folder:
        sys.exit(
            "NOTEARS is on no package index: clone github.com/xunzheng/notears, check out commit "
            f"{NOTEARS_COMMIT}, and put the folder's path into NOTEARS_SOURCE"
        )
    sys.path.insert(0, folder)
    from notears.linear import notears_linear

    return notears_linear


def golem():
    import logging
    from castle.algorithms import GOLEM

    logging.disable(logging.INFO)

    def fit(x, lambda_1=2e-2, lambda_2=5.0, num_iter=1e5):
        model = GOLEM(lambda_1=lambda_1, lambda_2=lambda_2, num_iter=num_iter)
        model.learn(x)
        return np.asarray(model.causal_matrix)

    # Its hundred thousand steps would make the warm-up as long as a fit.
    fit.warm_up = {"num_iter": 100}
    return fit, dag_edges, {name: version(name) for name in ("gcastle", "torch")}


def ges():
    from ges import fit_bic

    def fit(x, phases=("forward", "backward")):
        return fit_bic(x, phases=list(phases))[0]

    def edges(matrix):
        return "class", *cpdag_edges(matrix)

    return fit, edges, {"ges": version("ges")}


def causal_learn_ges():
    from causallearn.search.ScoreBased.GES import ges as search

    def fit(x, score_func="local_score_BIC_from_cov", lambda_value=0.5):
        # What the score "local_score_BIC" becomes, without its warning.
        return search(x, score_func=score_func, lambda_value=lambda_value)["G"]

    return fit, causal_learn_edges, {"causal-learn": version("causal-learn")}


def pc():
    from causallearn.search.ConstraintBased.PC import pc as search

    def fit(x, alpha=0.01):
        options = {"stable": True, "uc_rule": 0, "uc_priority": 2, "show_progress": False}
        return search(x, alpha=alpha, indep_test="fisherz", **options).G

    return fit, causal_learn_edges, {name: version(name) for name in ("causal-learn", "scipy")}


def boss():
    from causallearn.search.PermutationBased.BOSS import boss as search

    def fit(x, score_func="local_score_BIC_from_cov"):
        # What the score "local_score_BIC" becomes, without its warning.
        return search(x, score_func=score_func, verbose=False)

    return fit, causal_learn_edges, {name: version(name) for name in ("causal-learn", "scipy")}


def grasp():
    from causallearn.search.PermutationBased.GRaSP import grasp as search

    def fit(x, score_func="local_score_BIC_from_cov", depth=3):
        return search(x, score_func=score_func, depth=depth, verbose=False)

    return fit, causal_learn_edges, {name: version(name) for name in ("causal-learn", "scipy")}


def lingam():
    from lingam import DirectLiNGAM

    return lingam_of(lambda: DirectLiNGAM())


def lingam_ica():
    from lingam import ICALiNGAM

    return lingam_of(lambda: ICALiNGAM(random_state=0))


def lingam_of(model):
    def fit(x):
        # Its matrix has the effect of j on i at (i, j).
        return model().fit(x).adjacency_matrix_.T

    return fit, dag_edges, {name: version(name) for name in ("lingam", "scikit-learn")}


def dag_edges(matrix):
    return "dag", np.argwhere(matrix != 0), []


def cpdag_edges(matrix):
    """Of a 0/1 matrix where i → j has a 1 at (i, j) and i — j has two."""
    directed = np.argwhere((matrix != 0) & (matrix.T == 0))
    both = np.argwhere((matrix != 0) & (matrix.T != 0))
    return directed, [(i, j) for i, j in both if i < j]


def causal_learn_edges(graph):
    ends = graph.graph
    # ends[j, i] = 1 and ends[i, j] = -1: i → j; both -1: i — j; both 1: i ↔ j, an arrow each way.
    directed = np.argwhere((ends != 0) & (ends.T == 1))
    undirected = [(i, j) for i, j in np.argwhere((ends == -1) & (ends.T == -1)) if i < j]
    return "class", directed, undirected


RIVALS = {
    "flopsearch": flopsearch,
    "dagma": dagma,
    "boss": boss,
    "grasp": grasp,
    "notears": notears,
    "golem": golem,
    "ges": ges,
    "causal-learn-ges": causal_learn_ges,
    "pc": pc,
    "lingam": lingam,
    "lingam-ica": lingam_ica,
}


def timed(fit, x, options):
    """Seconds by the clock, seconds of the processor, and the answer."""
    # dagma centres the caller's table in place.
    x = x.copy()
    start, cpu_start = time.perf_counter(), time.process_time()
    answer = fit(x, **options)
    return time.perf_counter() - start, time.process_time() - cpu_start, answer


def answer(fit, edges, request):
    x = np.ascontiguousarray(np.load(request["file"]))
    # boss and grasp shuffle with this generator; flopsearch has no seed.
    random.seed(0)
    forget_peak()
    runs = [timed(fit, x, request["options"])]
    if runs[0][0] < request["repeat_below"]:
        runs += [timed(fit, x, request["options"]) for _ in range(request["repeats"] - 1)]
    kind, directed, undirected = edges(runs[0][2])
    return {
        "seconds": statistics.median(run[0] for run in runs),
        "cpu_seconds": statistics.median(run[1] for run in runs),
        "repeats": len(runs),
        "megabytes": peak_megabytes(),
        "kind": kind,
        "directed": [[int(i), int(j)] for i, j in directed],
        "undirected": [[int(i), int(j)] for i, j in undirected],
    }


def forget_peak():
    if sys.platform == "linux":
        # The kernel's code for it (man proc_pid_clear_refs).
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")


def peak_megabytes():
    """The largest resident size of the process, Python and its packages included; or nothing."""
    if sys.platform != "linux":
        return None
    with open("/proc/self/status") as file:
        lines = [line.split() for line in file]
    return next(float(words[1]) / 1024 for words in lines if words[0] == "VmHWM:")


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
    fit, edges, versions = RIVALS[sys.argv[1]]()
    rng = np.random.default_rng(0)
    fit(rng.standard_normal((100, 5)), **getattr(fit, "warm_up", {}))
    versions |= {"python": platform.python_version(), "numpy": version("numpy")}
    print(json.dumps({"versions": versions}), file=out)
    for line in sys.stdin:
        try:
            reply = answer(fit, edges, json.loads(line))
        except Exception as error:  # noqa: BLE001, a rival may raise anything
            reply = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), file=out)


if __name__ == "__main__":
    main()
