"""Says up to how many workers three models train well, and what limits them,
from constants measured on one machine.

    bazel run -c opt //tools/simulate:predict

Each worker is a machine like the measured one; it computes what one process
did, so that a job of N trains on N batches a step. Recovery is in place. The
options say what the network is like, and how long machines live.
"""

import argparse
import json
import math
import os
from typing import Any, Dict, List, NamedTuple, Tuple

import numpy as np

import costs
from steps import Faults, Outcome, Policy, Recovery, Work, simulate

# Bytes of the gradients of the models of tools/bench/scaling_worker.py.
GRADIENTS = {
    "mlp": 4 * (785 * 1024 + 1025 * 1024 + 1025 * 10),
    "conv": 4 * (26 * 20 + (20 * 25 + 1) * 50 + 801 * 10),
    "lstm": 4 * (2 * 128 * 512 + 512 + 129 * 10)}
BACKWARD = 2 / 3  # of a step: two products of matrices of three
# Of exponential times with mean 1: the median of the later of two, less that
# of one.
_LATER_OF_TWO = -math.log(1 - 0.5 ** 0.5) - math.log(2)
_DAY = 86400.0
_MOST = 1 << 17


class Measured(NamedTuple):
    """The constants of one machine; times are in seconds."""
    network: costs.Network  # between two processes
    exchanges: List[Tuple[int, float]]  # bytes and times of all-reduces of two
    steps: Dict[str, Dict[str, float]]  # of each model: alone, later, together
    recovery: float

    def as_json(self) -> Dict[str, Any]:
        return {**self._asdict(), "network": self.network._asdict()}


def read(path: str) -> Measured:
    """Returns what calibrate has written."""
    with open(path, encoding="utf-8") as file:
        found = json.load(file)
    found["network"] = costs.Network(**found["network"])
    return Measured(**found)


def exposed_of_two(measured: Measured, model: str) -> float:
    """Returns for how long a step of two processes on two cores waits: no core
    is idle, so that nothing overlaps. Between the measured sizes the logarithm
    of the time is linear in that of the size, as caches fit no formula."""
    sizes, seconds = np.log(np.array(measured.exchanges)).T
    return costs.exposed_seconds(
        costs.buckets(GRADIENTS[model]), 0.0,
        lambda size: float(np.exp(np.interp(np.log(size), sizes, seconds))))


class Cluster(NamedTuple):
    """Machines, and what is between them."""
    network: costs.Network
    life: float  # mean seconds until a machine fails


class Model(NamedTuple):
    """One of the models, as a machine trains it."""
    gradients: int  # bytes
    step: float  # seconds
    jitter: float  # as of Work

    def exposed(self, network: costs.Network, members: int) -> float:
        """Returns for how long a step waits for the exchange."""
        return costs.exposed_seconds(
            costs.buckets(self.gradients), BACKWARD * self.step,
            lambda size: costs.all_reduce_seconds(network, members, size))


def model_of(measured: Measured, name: str) -> Model:
    """Returns the model. Its jitter is such that the median of the later of two
    is as late as it was, after that of one."""
    step = measured.steps[name]
    return Model(GRADIENTS[name], step["alone"], max(
        0.0, (step["later"] - step["alone"]) / _LATER_OF_TWO))


def run(model: Model, cluster: Cluster, members: int, recovery: float,
        seconds: float = 3600.0) -> Outcome:
    """Simulates so many seconds of training with so many members."""
    work = Work(members, model.step, lambda present: model.exposed(
        cluster.network, present), model.jitter)
    return simulate(members, work, Faults(cluster.life),
                    Recovery(Policy.IN_PLACE, recovery), seconds)


def most_members(model: Model, cluster: Cluster, recovery: float,
                 least: float) -> int:
    """Returns the largest number of members with at least that efficiency; it
    falls with their number. At most 131072."""
    def good(members: int) -> bool:
        return run(model, cluster, members, recovery
                   ).efficiency(model.step) >= least

    low, high = 1, 2
    while high <= _MOST and good(high):
        low, high = high, 2 * high
    if high > _MOST:
        return _MOST
    while high - low > max(1, low // 50):
        middle = (low + high) // 2
        low, high = (middle, high) if good(middle) else (low, middle)
    return low


def losses(model: Model, cluster: Cluster, members: int, recovery: float
           ) -> Dict[str, float]:
    """Returns the shares of the time that steps lose, by what costs it."""
    found = run(model, cluster, members, recovery)
    steps = found.steps / found.seconds
    exposed = model.exposed(cluster.network, members)
    last = costs.limits(cluster.network, members,
                        costs.buckets(model.gradients)[-1])
    whole = sum(seconds for _, seconds in last)
    shares = {name: steps * exposed * seconds / whole if whole else 0.0
              for name, seconds in last}
    failures = (found.lost + found.paused) / found.seconds
    late = 1 - found.efficiency(model.step) - failures - steps * exposed
    return {**shares, "failures": failures, "the latest": max(0.0, late)}


def print_row(name: str, model: Model, cluster: Cluster, recovery: float
              ) -> None:
    """Prints how far a model scales."""
    members = most_members(model, cluster, recovery, 0.9)
    parts = losses(model, cluster, members + 1 + members // 50, recovery)
    worst = max(parts, key=lambda part: parts[part])
    rest = ", ".join(f"{part} {100 * share:.1f} %" for part, share
                     in parts.items() if share >= 0.0005)
    print(f"| {name} | {model.gradients / 1e6:.2f} MB | "
          f"{1e3 * model.step:.1f} ms | {1e3 * model.jitter:.2f} ms | "
          f"{members} | {worst} | {rest} |", flush=True)


def main() -> None:
    """Prints the rows of a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--measured", default=os.path.join(os.path.dirname(
        os.path.abspath(__file__)), "measured.json"))
    parser.add_argument("--bandwidth", type=float, default=1.25e9,
                        help="bytes a second of a machine")
    parser.add_argument("--latency", type=float, default=5e-5,
                        help="seconds from a machine to another one")
    parser.add_argument("--days", type=float, default=30.0,
                        help="that a machine lives, on average")
    options = parser.parse_args()
    measured = read(options.measured)
    cluster = Cluster(
        costs.Network(options.latency, options.bandwidth,
                      measured.network.message), options.days * _DAY)
    print("| model | gradients | step | jitter | N | limit | the lost tenth |")
    print("|---|---|---|---|---|---|---|")
    for name in GRADIENTS:
        model = model_of(measured, name)
        print_row(name, model, cluster, measured.recovery)
        if model.jitter:
            print_row(name, model._replace(jitter=0.0), cluster,
                      measured.recovery)


if __name__ == "__main__":
    main()
