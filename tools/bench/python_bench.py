"""Benchmarks of the Python package next to PyTorch."""

import statistics
import time
from typing import Callable, List, Optional, Tuple

import numpy as np

import models
import paddle as pd

_BATCH = 64


Clock = Callable[[], float]


def _seconds(step: Callable[[], object], repeats: int, clock: Clock) -> float:
    begin = clock()
    for _ in range(repeats):
        step()
    return (clock() - begin) / repeats


def _alternating(steps: List[Callable[[], object]], repeats: int,
                 rounds: int = 15,
                 clock: Clock = time.perf_counter) -> List[float]:
    """The median time of each step, in seconds; rounds alternate. The clock may
    be time.process_time, where all threads compute all the time."""
    times: List[List[float]] = [[] for _ in steps]
    for _ in range(rounds):
        for step, taken in zip(steps, times):
            taken.append(_seconds(step, repeats, clock))
    return [statistics.median(taken) for taken in times]


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


class _Ours:
    """A network of the demo with Adam, on one batch."""

    def __init__(self, name: str, images: np.ndarray, labels: np.ndarray):
        self.main, startup = pd.Program(), pd.Program()
        with pd.program_guard(self.main, startup):
            image = pd.layer.data("image", [None, 784])
            label = pd.layer.data("label", [None, 1], dtype="int64")
            logits = getattr(models, name)(image)
            self.loss = pd.layer.mean(
                pd.layer.softmax_with_cross_entropy(logits, label))
            pairs = pd.optimizer.Adam(learning_rate=1e-3).minimize(self.loss)
        self.parameters = [pair[0].name for pair in pairs]
        self.scope = pd.Scope()
        self.exe = pd.Executor(pd.CPUPlace())
        self.exe.run(startup, scope=self.scope)
        self.feed = {"image": images, "label": labels}

    def values(self) -> List[np.ndarray]:
        return [np.array(self.scope.find_var(name).get_tensor())
                for name in self.parameters]

    def step(self) -> float:
        return self.exe.run(self.main, self.feed, [self.loss], self.scope)[0]


def _torch_network(name: str, torch):
    nn = torch.nn
    if name == "mlp":
        return nn.Sequential(nn.Linear(784, 200), nn.ReLU(),
                             nn.Linear(200, 200), nn.ReLU(),
                             nn.Linear(200, 10))
    return nn.Sequential(
        nn.Unflatten(1, (1, 28, 28)), nn.Conv2d(1, 20, 5), nn.ReLU(),
        nn.MaxPool2d(2), nn.Conv2d(20, 50, 5), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(800, 10))


def _torch_step(name: str, values: List[np.ndarray], images: np.ndarray,
                labels: np.ndarray) -> Optional[Callable[[], float]]:
    """Builds the network in PyTorch with the same parameters; None without
    PyTorch."""
    try:
        import torch
    except ImportError:
        return None
    torch.set_num_threads(1)
    network = _torch_network(name, torch)
    with torch.no_grad():
        for parameter, value in zip(network.parameters(), values):
            tensor = torch.from_numpy(value)
            parameter.copy_(tensor.T if parameter.dim() == 2 else
                            tensor.reshape(parameter.shape))
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    criterion = torch.nn.CrossEntropyLoss()
    image = torch.from_numpy(images)
    label = torch.from_numpy(labels[:, 0])

    def step() -> float:
        optimizer.zero_grad()
        loss = criterion(network(image), label)
        loss.backward()
        optimizer.step()
        return loss.item()

    return step


def profiled_step(name: str) -> Tuple[float, float]:
    """Milliseconds of a training step with the profiler on, and off."""
    pd.set_num_threads(1)
    random = np.random.default_rng(0)
    images = random.normal(size=(_BATCH, 784)).astype("float32")
    labels = random.integers(0, 10, size=(_BATCH, 1))
    ours = _Ours(name, images, labels)
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


def network_step(name: str) -> Tuple[float, Optional[float]]:
    """Milliseconds of a training step: ours, PyTorch's (None without it)."""
    pd.set_num_threads(1)
    random = np.random.default_rng(0)
    images = random.normal(size=(_BATCH, 784)).astype("float32")
    labels = random.integers(0, 10, size=(_BATCH, 1))
    ours = _Ours(name, images, labels)
    peer = _torch_step(name, ours.values(), images, labels)
    if peer is None:
        return _alternating([ours.step], repeats=20)[0] * 1e3, None
    losses = [(float(ours.step()), peer()) for _ in range(10)]
    if not np.allclose(*np.transpose(losses), rtol=1e-3):
        raise RuntimeError("%s: losses differ from PyTorch's: %s" %
                           (name, losses))
    seconds = _alternating([ours.step, peer], repeats=20)
    return seconds[0] * 1e3, seconds[1] * 1e3
