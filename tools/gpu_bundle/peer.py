"""The steps of gpu_bench in PyTorch, on the same GPU; prints the same lines."""

import statistics
import time
from typing import Callable

import torch
from torch import nn

_CLASSES, _WORDS = 10, 1000


def milliseconds_of(calls: int, call: Callable[[], object]) -> float:
    """Returns the time of one call: the median of 15 rounds."""
    rounds = []
    for i in range(16):
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(calls):
            call()
        torch.cuda.synchronize()
        rounds.append((time.perf_counter() - start) / calls * 1e3)
    return statistics.median(rounds[1:])


def report(name: str, calls: int, call: Callable[[], object]) -> None:
    print(f"{name}\t{milliseconds_of(calls, call):.6g}\tPyTorch", flush=True)


class Lstm(nn.Module):

    def __init__(self, width: int):
        super().__init__()
        self.embedding = nn.Embedding(_WORDS, width)
        self.lstm = nn.LSTM(width, width, batch_first=True)
        self.last = nn.Linear(width, _CLASSES)

    def forward(self, words):
        hidden, _ = self.lstm(self.embedding(words))
        return self.last(hidden.max(dim=1).values)


def step(network: nn.Module, optimizer, inputs, labels) -> Callable[[], None]:
    loss_of = nn.CrossEntropyLoss()

    def run() -> None:
        batch, wanted = inputs.cuda(), labels.cuda()  # as a feed is copied
        optimizer.zero_grad(set_to_none=True)
        loss_of(network(batch), wanted).backward()
        optimizer.step()
    return run


def mlp() -> nn.Module:
    return nn.Sequential(
        nn.Linear(784, 200), nn.ReLU(), nn.Linear(200, 200), nn.ReLU(),
        nn.Linear(200, _CLASSES))


def conv() -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(1, 20, 5), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(20, 50, 5), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(800, _CLASSES))


def main() -> None:
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    x = torch.full([1 << 26], 0.5, device="cuda")
    y = torch.empty_like(x)
    report("copy", 10, lambda: y.copy_(x))
    report("relu", 10, lambda: torch.relu(x))
    a = torch.full([4096, 4096], 0.5, device="cuda")
    report("matmul 4096", 5, lambda: a @ a)

    def sgd(network):
        return torch.optim.SGD(network.parameters(), lr=0.01)

    for name, network, batch, shape in [
            ("mlp", mlp().cuda(), 64, [784]),
            ("conv", conv().cuda(), 128, [1, 28, 28])]:
        images = torch.rand([batch] + shape)
        labels = torch.randint(_CLASSES, [batch])
        report(f"{name} step", 20,
               step(network, sgd(network), images, labels))
    network = Lstm(128).cuda()
    report("lstm step", 20,
           step(network, torch.optim.Adam(network.parameters(), lr=1e-3),
                torch.randint(_WORDS, [64, 100]),
                torch.randint(_CLASSES, [64])))


if __name__ == "__main__":
    main()
