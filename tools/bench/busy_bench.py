"""A training step on two threads while other processes want the processors."""

import contextlib
import signal
import statistics
import subprocess
import sys
import time
from typing import Iterator, List, NamedTuple

import numpy as np

import paddle as pd

_BATCH, _HIDDEN = 64, 128


class Times(NamedTuple):
    """Mean milliseconds of a step."""
    idle: float
    busy: float


class _Loops:
    """Processes that compute without end, stopped but inside `running`."""

    def __init__(self, count: int) -> None:
        self._processes = [
            subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"])
            for _ in range(count)]
        self._send(signal.SIGSTOP)

    def _send(self, number: int) -> None:
        for process in self._processes:
            process.send_signal(number)

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        self._send(signal.SIGCONT)
        try:
            yield
        finally:
            self._send(signal.SIGSTOP)

    def end(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait()


class _Trainer:
    """784 to 128 to 10 with Adam, on one batch."""

    def __init__(self) -> None:
        self.main, startup = pd.Program(), pd.Program()
        with pd.program_guard(self.main, startup):
            image = pd.layer.data("image", [None, 784])
            label = pd.layer.data("label", [None, 1], dtype="int64")
            logits = pd.layer.fc(pd.layer.fc(image, _HIDDEN, act="relu"), 10)
            self.loss = pd.layer.mean(
                pd.layer.softmax_with_cross_entropy(logits, label))
            pd.optimizer.Adam(learning_rate=1e-3).minimize(self.loss)
        random = np.random.default_rng(0)
        self.feed = {
            "image": random.normal(size=(_BATCH, 784)).astype("float32"),
            "label": random.integers(0, 10, size=(_BATCH, 1))}
        self.exe, self.scope = pd.Executor(pd.CPUPlace()), pd.Scope()
        self.exe.run(startup, scope=self.scope)

    def step(self) -> float:
        return float(self.exe.run(self.main, self.feed, [self.loss],
                                  self.scope)[0])

    def mean_milliseconds(self, seconds: float) -> float:
        """The mean of the steps of so many seconds."""
        begin, steps = time.perf_counter(), 0
        while time.perf_counter() - begin < seconds:
            self.step()
            steps += 1
        return 1e3 * (time.perf_counter() - begin) / steps


def step_times(loops: int = 2, rounds: int = 9, seconds: float = 0.5) -> Times:
    """Medians of rounds that alternate, each the mean of the steps of half a
    second. A mean, as waiting strikes few steps, and those hard."""
    pd.set_num_threads(2)
    trainer = _Trainer()
    first = trainer.step()
    idle: List[float] = []
    busy: List[float] = []
    others = _Loops(loops)
    try:
        for _ in range(rounds):
            idle.append(trainer.mean_milliseconds(seconds))
            with others.running():
                busy.append(trainer.mean_milliseconds(seconds))
    finally:
        others.end()
        pd.set_num_threads(1)
    if not trainer.step() < 0.5 * first:
        raise RuntimeError("the loss stays at %g" % first)
    return Times(statistics.median(idle), statistics.median(busy))
