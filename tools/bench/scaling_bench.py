"""Times two processes that train together beside two that train alone: the time
of a step of the latter over that of the former, on one machine.

    ./tools/dev python tools/bench/scaling_bench.py [--torch PYTHON]

PYTHON is an interpreter that can import torch: its DistributedDataParallel is
timed in the same run, in turn. Only an idle machine of two cores tells much.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from typing import Dict, List, Optional

import paddle as pd

_WORKER = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                       "scaling_worker.py")
_MODELS = ("mlp", "conv", "lstm")
Result = Dict[str, float]


def _run(python: str, library: str, model: str, mode: str) -> Result:
    """Returns the means of what two processes print."""
    with tempfile.TemporaryDirectory() as folder:
        processes = []
        for rank in range(2):
            environ = {**os.environ, "OMP_NUM_THREADS": "1",
                       "RANK": str(rank), "WORLD_SIZE": "2",
                       "PADDLE_STORE": f"file://{folder}/store",
                       "PEERS_STORE": f"{folder}/peers"}
            if mode == "alone":
                for name in ("RANK", "WORLD_SIZE"):
                    del environ[name]
            processes.append(subprocess.Popen(
                [python, _WORKER, library, model, mode],
                stdout=subprocess.PIPE, env=environ, text=True))
        results = [json.loads(process.communicate()[0].splitlines()[-1])
                   for process in processes]
    return {key: statistics.mean(each[key] for each in results)
            for key in results[0]}


def measure(model: str, rounds: int, torch: Optional[str]
            ) -> Dict[str, Result]:
    """Returns the medians of each library and mode; rounds alternate."""
    pythons = {"paddle": sys.executable}
    if torch is not None:
        pythons["torch"] = torch
    found: Dict[str, List[Result]] = {}
    for _ in range(rounds):
        for library, python in pythons.items():
            for mode in ("alone", "job"):
                found.setdefault(f"{library} {mode}", []).append(
                    _run(python, library, model, mode))
    return {name: {key: statistics.median(each[key] for each in results)
                   for key in results[0]} for name, results in found.items()}


def main() -> None:
    """Prints a row for each model and library."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--torch", metavar="PYTHON")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("models", nargs="*", default=_MODELS)
    options = parser.parse_args()
    os.environ.setdefault("PYTHONPATH", os.path.dirname(
        os.path.dirname(pd.__file__)))
    for model in options.models:
        found = measure(model, options.rounds, options.torch)
        for library in ("paddle", "torch"):
            if f"{library} alone" not in found:
                continue
            alone, job = found[f"{library} alone"], found[f"{library} job"]
            print(f"{model:5} {library:7} {1e3 * alone['seconds']:8.2f} ms "
                  f"alone {1e3 * job['seconds']:8.2f} ms as a job "
                  f"{alone['seconds'] / job['seconds']:6.3f}; "
                  f"{(job['kilobytes'] - alone['kilobytes']) / 1024:6.1f} MiB "
                  "more", flush=True)


if __name__ == "__main__":
    main()
