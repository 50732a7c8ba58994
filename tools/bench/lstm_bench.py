"""The share of the time of an LSTM's training step that its matrix products
would take at the speed of large ones, on one thread."""

import statistics
from typing import Callable, List, Tuple

import numpy as np

import paddle as pd
from python_bench import _alternating, _seconds
from training_nets import Ours
from training_tasks import TASKS, Recurrent


def _products(net: Recurrent, rows: int) -> Callable[[], float]:
    """Milliseconds that the matrix products of a step take at the speed of
    large ones: those of inputs and states with their weights, forward, and
    backward for both factors."""
    size, count = 1024, 8
    flops = net.layers * 2 * 3 * 2 * rows * net.width * 4 * net.width
    program = pd.Program()
    with pd.program_guard(program, pd.Program()):
        x = y = pd.layer.data("x", [size, size])
        for _ in range(count):
            y = pd.layer.matmul(x, y)
        total = pd.layer.mean(y)
    exe, scope = pd.Executor(pd.CPUPlace()), pd.Scope()
    feed = {"x": np.eye(size, dtype="float32")}

    def milliseconds() -> float:
        seconds = _seconds(lambda: exe.run(program, feed, [total], scope), 1)
        return seconds / (count * 2 * size ** 3) * flops * 1e3

    return milliseconds


def step_times() -> Tuple[float, float]:
    """Milliseconds of a step, and those that its products would take."""
    pd.set_num_threads(1)
    task = TASKS["lstm3_128"]
    ours = Ours(task)
    rows = int(task.net.batches()[0]["x.lengths"].sum())
    products = _products(task.net, rows)
    bounds: List[float] = []
    seconds = _alternating([lambda: bounds.append(products()), ours.step],
                           repeats=1, rounds=7)
    return 1e3 * seconds[1], statistics.median(bounds)
