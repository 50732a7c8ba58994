"""Memory of processes that train: ours beside one of PyTorch or PaddlePaddle,
each with nothing else imported. The least of the peers' counts."""

import functools
import importlib.util
import json
import os
import subprocess
import sys
from typing import Dict, Tuple

import paddle_peer
from rows import Benchmarks, Row, beside_best
from training_tasks import TASKS, torch_forms

_WORKER = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                       "memory_worker.py")
_STEPS = 4
# Times as much as ours: peaks of at most half, growth of at most 0.8.
_LIMITS = {"peak": 2.0, "grew": 1.25}


def measure(form: str, name: str) -> Dict[str, float]:
    output = subprocess.run(
        [sys.executable, _WORKER, form, name, str(_STEPS)], check=True,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}).stdout
    return json.loads(output)


def _torch_forms(name: str) -> Tuple[str, ...]:
    """None without PyTorch."""
    if importlib.util.find_spec("torch") is None:
        return ()
    return torch_forms(TASKS[name].net)


@functools.lru_cache(maxsize=None)
def memory(name: str) -> Dict[str, Dict[str, float]]:
    """Measures "ours" and each peer, in MiB: "peak" and "grew", as
    process_memory.taken has them."""
    found = {"ours": measure("ours", name)}
    for form in _torch_forms(name):
        found[f"PyTorch {form}".strip()] = measure(form, name)
    worker = paddle_peer.start(TASKS[name], 1, None)
    if worker is not None:
        found["PaddlePaddle"] = worker.memory(_STEPS)
        worker.close()
    return found


def training_memory(name: str, kind: str) -> Row:
    return beside_best(
        f"memory/{name}_{kind}", "MiB",
        {each: taken[kind] for each, taken in memory(name).items()},
        f"ratio >= {_LIMITS[kind]}")


ROWS: Benchmarks = {
    f"memory_{name}_{kind}": functools.partial(training_memory, name, kind)
    for name in TASKS for kind in _LIMITS}
