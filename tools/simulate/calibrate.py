"""Measures on this machine the constants of a simulation, predicts the step of
two processes that train together, and prints it beside the measured one.

    bazel run -c opt //tools/simulate:calibrate -- [--rounds N] [--out FILE]

Bazel runs this anywhere: FILE is an absolute path. The exit status is 1 if a
prediction is wrong by more than a fifth. Only figures of one run compare, so
that steps alone and together alternate.
"""

import argparse
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Dict, List, Tuple

import numpy as np

import costs
import fault_trials
import job_scripts
import scaling_bench
from predict import GRADIENTS, Measured, exposed_of_two

_BENCH = os.path.abspath("framework/distributed/gloo/bench")
_MESSAGES_OF_BARRIER = 2  # one out, one in
_WRONG = 0.2


def read_times(printed: str) -> List[Tuple[int, float]]:
    """Returns bytes and seconds of the rows that the benchmark of
    framework/distributed/gloo prints."""
    rows = [line.split() for line in printed.splitlines()[1:]]
    return [(int(row[0]), float(row[1]) * 1e-6) for row in rows]


def fit(times: List[Tuple[int, float]]) -> costs.Network:
    """Returns the latency and bandwidth with the least relative errors."""
    ones = costs.Network(1.0, float("inf")), costs.Network(0.0, 1.0)
    rows = [[costs.tree_seconds(unit, 2, size) / seconds for unit in ones]
            for size, seconds in times]
    (latency, pace), *_ = np.linalg.lstsq(np.array(rows), np.ones(len(rows)),
                                          rcond=None)
    return costs.Network(float(latency), 1 / float(pace))


def measure_exchanges() -> List[Tuple[int, float]]:
    """Returns bytes and seconds of all-reduces between two processes."""
    done = subprocess.run([_BENCH, "0.5"], check=True, text=True,
                          stdout=subprocess.PIPE)
    return read_times(done.stdout)


def measure_message() -> float:
    """Returns the seconds that a message takes of a member's processor."""
    worker = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                          "barrier_worker.py")
    done = subprocess.run([*job_scripts.launcher(2), worker], check=True,
                          env=job_scripts.environ(), text=True,
                          stdout=subprocess.PIPE)
    found = [json.loads(line[line.index("{"):])["processor"]
             for line in done.stdout.splitlines() if "{" in line]
    return statistics.mean(found) / _MESSAGES_OF_BARRIER


def measure_recovery(kills: int) -> float:
    """Returns the median seconds from the death of one of three trainers until
    the others have made a step again."""
    chosen, found = random.Random(1), []
    with tempfile.TemporaryDirectory() as folder:
        trial = fault_trials.Trial(
            job_scripts.launcher(3, "--shards", "4", "--restarts", str(kills)),
            fault_trials.LOOP, folder, steps=150 * kills)
        for _ in range(kills):
            trial.wait_for_steps(0, len(trial.steps(0)) + 20)
            victim = chosen.randrange(1, 3)
            pid, killed = trial.pid(victim), time.monotonic()
            os.kill(pid, signal.SIGKILL)
            trial.wait(lambda: trial.pid(victim) != pid)
            trial.wait(lambda: trial.steps(0)[-1][0] > killed + 0.02)
            found.append(next(when for when, _ in trial.steps(0)
                              if when > killed + 0.02) - killed)
        trial.end()
    return statistics.median(found)


def middle(rounds: List[Dict[str, float]]) -> Dict[str, float]:
    """Returns the round in the middle, by how much slower steps together were.
    It is one round, as others of the machine may slow another one down."""
    by_ratio = sorted(rounds, key=lambda times: times["together"]
                      / times["later"])
    return by_ratio[len(by_ratio) // 2]


def measure_model(model: str, rounds: int) -> Dict[str, float]:
    """Returns the seconds of a step: alone, of the later of two that train
    alone, and in a job of two."""
    found = [scaling_bench.measure(model, 1, None) for _ in range(rounds)]
    return middle([{"alone": each["paddle alone"]["seconds"],
                    "later": each["paddle alone"]["later"],
                    "together": each["paddle job"]["seconds"]}
                   for each in found])


def measure(rounds: int, kills: int) -> Measured:
    """Returns all constants."""
    times = measure_exchanges()
    return Measured(
        network=fit(times)._replace(message=measure_message()),
        exchanges=times,
        steps={model: measure_model(model, rounds) for model in GRADIENTS},
        recovery=measure_recovery(kills))


def report(measured: Measured) -> bool:
    """Prints everything; True if no prediction is too wrong."""
    network = measured.network
    print(f"latency {1e6 * network.latency:.0f} us, bandwidth "
          f"{network.bandwidth / 1e9:.2f} GB/s, {1e6 * network.message:.0f} us "
          f"of the processor a message; recovery {measured.recovery:.2f} s")
    for size, seconds in measured.exchanges:
        fitted = costs.tree_seconds(network._replace(message=0.0), 2, size)
        print(f"{size:9} bytes {1e6 * seconds:9.0f} us, fitted "
              f"{1e6 * fitted:9.0f} us")
    good = True
    for model, step in measured.steps.items():
        predicted = step["later"] + exposed_of_two(measured, model)
        wrong = predicted / step["together"] - 1
        good = good and abs(wrong) <= _WRONG
        print(f"{model:5} alone {1e3 * step['alone']:7.2f} ms, together "
              f"{1e3 * step['together']:7.2f} ms, predicted "
              f"{1e3 * predicted:7.2f} ms ({100 * wrong:+.1f} %)")
    return good


def main() -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--out", metavar="FILE")
    options = parser.parse_args()
    os.environ.update(job_scripts.environ())
    measured = measure(options.rounds, options.kills)
    good = report(measured)
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            file.write(json.dumps(measured.as_json(), indent=1) + "\n")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
