"""Measures sequences of many lengths against padded dynamic batching.

    bazel build //tools/serve:paddle_serve
    ./tools/dev python tools/serve/load_lstm.py \\
        bazel-bin/tools/serve/paddle_serve PYTHON

Three layers of LSTM, 128 wide, and sequences of 10 to 400 rows. PYTHON is that
of lstm_peer.py. Both servers have one core, and take turns. First they are
kept busy: answers per second of the processor hold on a busy machine, too. Then
requests come at random times, at rates that rise until p99 is above a bound;
that figure is good on an idle machine only. Each answer is compared with the
other server's.
"""

import argparse
import asyncio
import os
import statistics
import tempfile
from typing import Any, Dict, List, Tuple

import numpy as np

import paddle as pd

import load
from open_loop import Client, percentile, poisson, request_of

WIDTH, HIDDEN, LAYERS, CLASSES = 64, 128, 3, 10
FIRST = 0.4  # of what a busy server answers
STEP = 1.15  # from one rate to the next
PATH = "/v2/models/lstm/infer"
Servers = Dict[str, load.Process]


def network() -> Any:
    """The LSTM that other engines have, too: without peepholes."""
    x = y = pd.layer.data("x", [None, WIDTH], lod_level=1)
    for layer in range(LAYERS):
        y = pd.layer.fc(y, 4 * HIDDEN, param_attr=f"input{layer}",
                        bias_attr=False)
        y, _ = pd.layer.dynamic_lstm(
            y, 4 * HIDDEN, use_peepholes=False, param_attr=f"state{layer}",
            bias_attr=pd.ParamAttr(
                f"bias{layer}", initializer=pd.initializer.Normal(0, 0.1)))
    y = pd.layer.fc(pd.layer.sequence_last_step(y), CLASSES,
                    param_attr="out_w", bias_attr="out_b")
    return [x], [y]


def save_weights(path: str) -> None:
    names = [f"{part}{layer}" for part in ("input", "state", "bias")
             for layer in range(LAYERS)] + ["out_w", "out_b"]
    values = {name: np.array(pd.global_scope().find_var(name).get_tensor())
              for name in names}
    np.savez(path, **{name: value.ravel() if value.shape[0] == 1 else value
                      for name, value in values.items()})


def bodies(count: int = 64) -> List[bytes]:
    """Requests with one sequence each, in binary."""
    made = [load.body(int(rows), WIDTH, True)
            for rows in load.RANDOM.integers(10, 401, count)]
    return [request_of(PATH, *body) for body in made]


def values_of(answer: bytes) -> np.ndarray:
    """Returns the output that is behind the JSON."""
    return np.frombuffer(answer[-4 * CLASSES:], np.float32)


async def answers_of(port: int, requests: List[bytes]) -> List[np.ndarray]:
    """Returns what each request gets, several being under way."""
    client = Client(port, requests)
    samples = await client.send_at([0.0] * len(requests))
    assert all(s.status == 200 for s in samples), samples
    return [values_of(client.answers[i].pop()) for i in range(len(requests))]


def compare_answers(servers: Servers, requests: List[bytes]) -> None:
    ours, others = (np.array(asyncio.run(answers_of(port, requests)))
                    for _, port in servers.values())
    worst = float(np.abs(ours - others).max())
    print(f"answers differ by {worst:.2g} at most, and are up to "
          f"{np.abs(ours).max():.2g}")
    assert worst <= 1e-5, "the two compute something else"


async def busy(server: load.Process, requests: List[bytes],
               seconds: float) -> Tuple[float, float]:
    """Returns answers per second of the processor, and of the clock."""
    process, port = server
    client = Client(port, requests)
    before = load.processor_time(process.pid)
    done = await client.keep(64, seconds)
    used = load.processor_time(process.pid) - before
    answered = sum(s.status == 200 for s in done)
    assert answered == len(done), "not all were answered"
    return len(client.samples) / used, answered / seconds


def compare_busy(servers: Servers, requests: List[bytes], rounds: int,
                 seconds: float) -> Dict[str, float]:
    """Prints both in turns, and returns the rate of each by the clock."""
    figures: Dict[str, List[Tuple[float, float]]] = {
        name: [] for name in servers}
    for _ in range(rounds):
        for name, server in servers.items():
            figures[name].append(asyncio.run(busy(server, requests, seconds)))
            print(f"{name:12}{figures[name][-1][0]:8.1f} answers per second "
                  f"of the processor, {figures[name][-1][1]:8.1f} per second",
                  flush=True)
    ours, others = (statistics.median(used for used, _ in rows)
                    for rows in figures.values())
    print(f"{ours / others:.2f} times as many of the processor")
    return {name: statistics.median(rate for _, rate in rows)
            for name, rows in figures.items()}


async def holds(name: str, port: int, requests: List[bytes], rate: float,
                options: argparse.Namespace) -> bool:
    """Prints what comes of a rate; true if all are answered in time."""
    client = Client(port, requests)
    samples = await client.send_at(poisson(rate, options.seconds))
    latencies = [s.latency * 1e3 for s in samples]
    lost = sum(s.status != 200 for s in samples)
    p99 = percentile(latencies, 99)
    print(f"{name:12}{rate:8.1f} requests per second: p50 "
          f"{percentile(latencies, 50):.1f} ms, p99 {p99:.1f} ms, "
          f"{lost} not answered", flush=True)
    return lost == 0 and p99 <= options.bound_ms


def highest(name: str, port: int, requests: List[bytes], rate: float,
            options: argparse.Namespace) -> float:
    """Returns the last rate before the first that does not hold, twice."""
    best = 0.0
    while any(asyncio.run(holds(name, port, requests, rate, options))
              for _ in range(2)):
        best, rate = rate, rate * STEP
    return best


def compare_rates(servers: Servers, requests: List[bytes],
                  capacities: Dict[str, float],
                  options: argparse.Namespace) -> None:
    best = {name: highest(name, port, requests, capacities[name] * FIRST,
                          options)
            for name, (_, port) in servers.items()}
    ours, others = best.values()
    print(f"{ours:.0f} requests per second with p99 <= {options.bound_ms} ms, "
          f"and {others:.0f}: {ours / max(others, 1e-9):.2f} times as many")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("python")
    parser.add_argument("--engine", default="onnxruntime",
                        choices=["onnxruntime", "torch"])
    parser.add_argument("--rows", type=int, default=4096,
                        help="of a batch of paddle_serve")
    parser.add_argument("--joining", default="equal_bits",
                        choices=["equal_bits", "independent", "never"])
    parser.add_argument("--requests", default="32", help="of the peer's batch")
    parser.add_argument("--wait_us", default="2000")
    parser.add_argument("--bound_ms", type=float, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--busy_only", action="store_true",
                        help="leave out the rates, as a busy machine does")
    return parser.parse_args()


def main() -> None:
    options = parsed()
    app = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                       "lstm_peer.py")
    requests = bodies()
    with tempfile.TemporaryDirectory() as folder:
        load.save(f"{folder}/models", "lstm", network, joining=options.joining,
                  max_batch_rows=options.rows)
        save_weights(f"{folder}/weights.npz")
        with load.started(options.server, f"--models={folder}/models",
                          "--port=0") as ours, load.started(
                options.python, app, f"{folder}/weights.npz", options.engine,
                options.requests, options.wait_us) as peer:
            servers = {"paddle_serve": ours, options.engine: peer}
            compare_answers(servers, requests)
            capacities = compare_busy(servers, requests, options.rounds,
                                      options.seconds)
            if not options.busy_only:
                compare_rates(servers, requests, capacities, options)


if __name__ == "__main__":
    os.sched_setaffinity(0, {0})
    main()
