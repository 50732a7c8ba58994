"""Benchmarks of the Python package by itself, and the helpers that time
others."""

import functools
import statistics
import time
from typing import Callable, List, Sequence, Tuple

import numpy as np

import paddle as pd
from training_nets import Ours
from training_tasks import Conv, Mlp, Task


Clock = Callable[[], float]
_REST = 0.05  # seconds


def _seconds(step: Callable[[], object], repeats: int,
             clock: Clock = time.perf_counter) -> float:
    begin = clock()
    for _ in range(repeats):
        step()
    return (clock() - begin) / repeats


def paired(times: Sequence[Sequence[float]], base: int = 0) -> List[float]:
    """The times of rounds in one number each: for times[base] their median, for
    each other as many times that as it takes in the median round. A machine
    that is slower for some rounds, of all of them, changes no ratio so."""
    middle = statistics.median(times[base])
    return [middle * statistics.median(
        time / first for time, first in zip(taken, times[base]))
        for taken in times]


def _medians(timers: List[Callable[[int], float]], repeats: int,
             rounds: int, base: int = 0) -> List[float]:
    """Measurements of each timer in rounds that alternate, `paired` with the
    first one's or number `base`'s. Before each the machine rests: threads of
    the one before may wait actively for a while, those of OpenMP about 20 ms,
    and would take a core of this one."""
    times: List[List[float]] = [[] for _ in timers]
    for _ in range(rounds):
        for timer, taken in zip(timers, times):
            time.sleep(_REST)
            taken.append(timer(repeats))
    return paired(times, base)


def _alternating(steps: List[Callable[[], object]], repeats: int,
                 rounds: int = 15, clock: Clock = time.perf_counter,
                 base: int = 0) -> List[float]:
    """The time of each step, in seconds, as _medians has it. The clock may be
    time.process_time, where all threads compute all the time."""
    return _medians([functools.partial(_seconds, step, clock=clock)
                     for step in steps], repeats, rounds, base)


def fit_a_line_step() -> float:
    """Microseconds of one exe.run: 13 to 1, 20 rows, SGD."""
    pd.set_num_threads(1)
    main, startup = pd.Program(), pd.Program()
    with pd.program_guard(main, startup):
        x = pd.layer.data("x", [None, 13])
        y = pd.layer.data("y", [None, 1])
        cost = pd.layer.mean(
            pd.layer.square_error_cost(pd.layer.fc(x, 1), y))
        pd.optimizer.SGD(learning_rate=0.01).minimize(cost)
    scope = pd.Scope()
    exe = pd.Executor(pd.CPUPlace())
    exe.run(startup, scope=scope)
    random = np.random.default_rng(0)
    xs = random.normal(size=(20, 13)).astype("float32")
    feed = {"x": xs, "y": xs @ np.ones((13, 1), "float32")}
    fetches = [cost]
    first = exe.run(main, feed, fetches, scope)[0]

    def step() -> None:
        exe.run(main, feed, fetches, scope)

    seconds, = _alternating([step], repeats=1000)
    if not exe.run(main, feed, fetches, scope)[0] < 0.1 * first:
        raise RuntimeError("fit_a_line did not learn")
    return seconds * 1e6


_PROFILED = {"mlp": Task(Mlp(hidden=(200, 200)), 0), "conv": Task(Conv(), 0)}


def profiled_step(name: str) -> Tuple[float, float]:
    """Milliseconds of a training step with the profiler on, and off."""
    pd.set_num_threads(1)
    ours = Ours(_PROFILED[name])
    ours.step()

    def profiled() -> None:
        with pd.profiler():
            for _ in range(20):
                ours.step()

    def bare() -> None:
        for _ in range(20):
            ours.step()

    seconds = _alternating([profiled, bare], repeats=1, rounds=51)
    return seconds[0] * 1e3 / 20, seconds[1] * 1e3 / 20
