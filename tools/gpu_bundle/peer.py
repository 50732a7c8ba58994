"""The work of gpu_bench in PyTorch, on the same GPU; prints the same lines.

"..., joined" is what PyTorch joins: torch.compile, and fused optimizers.
"""

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


def chain(x, b):
    """The eight operators of gpu_bench's chain."""
    y = torch.relu(x + b) * x
    return torch.tanh(torch.sigmoid(y) - x).square() + x


def report_chain() -> None:
    x = torch.full([1 << 16, 1024], 0.5, device="cuda")
    b = torch.full([1024], 0.5, device="cuda")
    report("chain of 8", 5, lambda: chain(x, b))
    try:
        joined = torch.compile(chain)
        joined(x, b)
    except Exception as error:  # it needs Triton and a compiler
        print(f"chain of 8, joined\t-\t{type(error).__name__}", flush=True)
        return
    report("chain of 8, joined", 5, lambda: joined(x, b))


def report_adam() -> None:
    parameters = [torch.full([1 << 14], 0.5, device="cuda", requires_grad=True)
                  for _ in range(161)]
    for parameter in parameters:
        parameter.grad = torch.full_like(parameter, 0.5)
    for name, fused in [("adam of 161", False), ("adam of 161, joined", True)]:
        optimizer = torch.optim.Adam(parameters, foreach=False, fused=fused)
        report(name, 20, optimizer.step)


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
    # 16-bit products add up in float, as ours do.
    torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
    torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
    torch.backends.cudnn.allow_tf32 = False
    x = torch.full([1 << 26], 0.5, device="cuda")
    y = torch.empty_like(x)
    report("copy", 10, lambda: y.copy_(x))
    report("relu", 10, lambda: torch.relu(x))
    report_chain()
    report_adam()
    for name in ["", " float16", " bfloat16"]:
        dtype = getattr(torch, name.strip() or "float32")
        a = torch.full([4096, 4096], 0.5, device="cuda", dtype=dtype)
        report(f"matmul 4096{name}", 5, lambda: a @ a)

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
