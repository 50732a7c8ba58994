"""One of the processes that scaling_bench times: it trains a model, alone or
with others, and prints the median seconds of a step, those of the later of two
steps, and its memory."""

import json
import os
import resource
import statistics
import sys
import time
from typing import Any, Callable, Dict, List, Tuple

import numpy as np

_STEPS, _WARM = 40, 8
_BATCH = {"mlp": 128, "conv": 64, "lstm": 64}
_LENGTH = 64  # of a sequence

Step = Callable[[], float]


def _data(model: str) -> Tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(int(os.environ.get("RANK", "0")))
    batch = _BATCH[model]
    label = random.integers(0, 10, (batch, 1))
    if model == "mlp":
        return random.normal(size=(batch, 784)).astype("float32"), label
    if model == "conv":
        return random.normal(size=(batch, 1, 28, 28)).astype("float32"), label
    return random.normal(size=(batch, _LENGTH, 128)).astype("float32"), label


def _paddle(model: str, together: bool) -> Step:
    import paddle as pd

    pd.set_num_threads(1)
    value, label = _data(model)
    job = pd.distributed.init() if together else None
    y = pd.layer.data("y", [None, 1], dtype="int64")
    feed: Dict[str, Any] = {"x": value, "y": label}
    if model == "mlp":
        x = pd.layer.data("x", [None, 784])
        for _ in range(2):
            x = pd.layer.fc(x, 1024, act="relu")
    elif model == "conv":
        x = pd.layer.data("x", [None, 1, 28, 28])
        for filters in (20, 50):
            x = pd.layer.conv2d(x, filters, 5, act="relu")
            x = pd.layer.pool2d(x, 2, "max", 2)
    else:
        x = pd.layer.data("x", [None, 128], lod_level=1)
        gates = pd.layer.fc(x, 4 * 128, bias_attr=False)
        x, _ = pd.layer.dynamic_lstm(gates, 4 * 128, use_peepholes=False)
        x = pd.layer.sequence_last_step(x)
        feed["x"] = pd.LoDTensor(value.reshape(-1, 128),
                                 [[_LENGTH] * _BATCH["lstm"]])
    logits = pd.layer.fc(x, 10)
    loss = pd.layer.mean(pd.layer.softmax_with_cross_entropy(logits, y))
    pd.optimizer.SGD(learning_rate=0.01).minimize(loss)
    main = pd.default_main_program()
    exe = pd.Executor(pd.CPUPlace())
    exe.run(pd.default_startup_program())
    if job is None:
        return lambda: float(exe.run(main, feed, [loss])[0])
    program = job.parallelize(main)
    return lambda: float(job.run(exe, program, feed, [loss])[0])


def _torch(model: str, together: bool) -> Step:
    import torch

    torch.set_num_threads(1)
    value, label = (torch.from_numpy(each) for each in _data(model))
    label = label[:, 0]
    nn = torch.nn

    class Lstm(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.lstm = nn.LSTM(128, 128, batch_first=True)
            self.out = nn.Linear(128, 10)

        def forward(self, x: Any) -> Any:
            return self.out(self.lstm(x)[0][:, -1])

    net: Any = {
        "mlp": lambda: nn.Sequential(
            nn.Linear(784, 1024), nn.ReLU(), nn.Linear(1024, 1024), nn.ReLU(),
            nn.Linear(1024, 10)),
        "conv": lambda: nn.Sequential(
            nn.Conv2d(1, 20, 5), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(20, 50, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
            nn.Linear(800, 10)),
        "lstm": Lstm}[model]()
    if together:
        torch.distributed.init_process_group(
            "gloo", init_method="file://" + os.environ["PEERS_STORE"],
            rank=int(os.environ["RANK"]), world_size=2)
        net = nn.parallel.DistributedDataParallel(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    measure = nn.CrossEntropyLoss()

    def step() -> float:
        optimizer.zero_grad()
        loss = measure(net(value), label)
        loss.backward()
        optimizer.step()
        return float(loss.detach())

    return step


def _times(step: Step) -> Tuple[List[float], float]:
    for _ in range(_WARM):
        loss = step()
    times: List[float] = []
    for _ in range(_STEPS):
        begin = time.perf_counter()
        loss = step()
        times.append(time.perf_counter() - begin)
    return times, loss


def _later_of_two(times: List[float]) -> float:
    """Returns the median of the later of two of the times: both are below the
    quantile of the square root of a half as often as not."""
    return float(np.quantile(times, 0.5 ** 0.5))


def main() -> None:
    """Runs what the arguments say: library, model, "alone" or "job"."""
    library, model, mode = sys.argv[1:]
    make = {"paddle": _paddle, "torch": _torch}[library]
    times, loss = _times(make(model, mode == "job"))
    print(json.dumps({
        "seconds": statistics.median(times), "later": _later_of_two(times),
        "loss": loss,
        "kilobytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}))


if __name__ == "__main__":
    main()
