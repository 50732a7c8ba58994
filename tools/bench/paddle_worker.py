"""Trains networks with PaddlePaddle for paddle_peer.py, which speaks to it by
pickles on standard input and output. It needs PaddlePaddle, not ours."""

import itertools
import os
import pickle
import sys
import time
from types import SimpleNamespace
from typing import Any, Callable, Dict

import paddle
from paddle import nn
from paddle.nn import functional

import process_memory


class Normalized(nn.Layer):

    def __init__(self, channels: int, filters: int, size: int, stride: int = 1,
                 act: bool = True):
        super().__init__()
        self.conv = nn.Conv2D(channels, filters, size, stride, size // 2,
                              bias_attr=False)
        self.norm = nn.BatchNorm2D(filters)
        self.act = act

    def forward(self, x):
        made = self.norm(self.conv(x))
        return functional.relu(made) if self.act else made


class Block(nn.Layer):

    def __init__(self, channels: int, filters: int, stride: int):
        super().__init__()
        self.first = Normalized(channels, filters, 3, stride)
        self.second = Normalized(filters, filters, 3, act=False)
        self.shortcut = (Normalized(channels, filters, 1, stride, act=False)
                         if stride > 1 else nn.Sequential())

    def forward(self, x):
        return functional.relu(
            self.second(self.first(x)) + self.shortcut(x))


class Attention(nn.Layer):

    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v, self.out = (
            nn.Linear(width, width) for _ in range(4))

    def forward(self, x):
        q, k, v = (each(x).reshape([0, 0, self.heads, -1])
                   for each in (self.q, self.k, self.v))
        mixed = functional.scaled_dot_product_attention(q, k, v)
        return self.out(mixed.flatten(2))


class EncoderLayer(nn.Layer):

    def __init__(self, width: int):
        super().__init__()
        self.attention = Attention(width, width // 64)
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)
        self.last = nn.LayerNorm(width)

    def forward(self, x):
        x = self.norm(x + self.attention(x))
        return self.last(x + self.down(functional.gelu(self.up(x))))


class Mean(nn.Layer):

    def __init__(self, axes):
        super().__init__()
        self.axes = axes

    def forward(self, x):
        return x.mean(self.axes)


def mlp(net: SimpleNamespace) -> nn.Layer:
    layers, inputs = [], 784
    for width in net.hidden:
        layers += [nn.Linear(inputs, width), nn.ReLU()]
        inputs = width
    return nn.Sequential(*layers, nn.Linear(inputs, 10))


def digits(net: SimpleNamespace) -> nn.Layer:
    return nn.Sequential(
        nn.Unflatten(1, (1, 28, 28)), nn.Conv2D(1, 20, 5), nn.ReLU(),
        nn.MaxPool2D(2), nn.Conv2D(20, 50, 5), nn.ReLU(), nn.MaxPool2D(2),
        nn.Flatten(), nn.Linear(800, 10))


def resnet20(net: SimpleNamespace) -> nn.Layer:
    layers, channels = [Normalized(3, 16, 3)], 16
    for width in (16, 32, 64):
        for _ in range(net.blocks):
            layers.append(Block(channels, width, width // channels))
            channels = width
    return nn.Sequential(*layers, Mean([2, 3]), nn.Linear(channels, 10))


def encoder(net: SimpleNamespace) -> nn.Layer:
    layers = [EncoderLayer(net.width) for _ in range(net.layers)]
    return nn.Sequential(*layers, Mean([1]), nn.Linear(net.width, 10))


NETS: Dict[str, Callable[[SimpleNamespace], nn.Layer]] = {
    "Mlp": mlp, "Conv": digits, "Resnet20": resnet20, "Encoder": encoder}


def optimizer_of(job: Dict[str, Any], net: nn.Layer) -> Any:
    if job["optimizer"] == "adam":
        return paddle.optimizer.Adam(job["rate"], parameters=net.parameters())
    return paddle.optimizer.Momentum(job["rate"], 0.9,
                                     parameters=net.parameters())


class Trainer:

    def __init__(self, job: Dict[str, Any]):
        self.net = NETS[job["kind"]](SimpleNamespace(**job["net"]))
        parameters = [p for p in self.net.parameters() if not p.stop_gradient]
        if job["values"] is not None:
            for parameter, value in zip(parameters, job["values"],
                                        strict=True):
                parameter.set_value(value.reshape(parameter.shape))
        self.optimizer = optimizer_of(job, self.net)
        self.batches = itertools.cycle(
            [[paddle.to_tensor(batch[name]) for name in ("x", "label")]
             for batch in job["batches"]])
        self.half = job["half"]
        self.clock = (time.process_time if job["threads"] == 1
                      else time.perf_counter)

    def step(self) -> float:
        x, label = next(self.batches)
        with paddle.amp.auto_cast(self.half, dtype="bfloat16"):
            logits = self.net(x)
        loss = functional.cross_entropy(logits.astype("float32"), label)
        loss.backward()
        self.optimizer.step()
        self.optimizer.clear_grad()
        return float(loss)

    def losses(self, count: int) -> Any:
        return [self.step() for _ in range(count)]

    def seconds(self, repeats: int) -> float:
        begin = self.clock()
        for _ in range(repeats):
            self.step()
        return (self.clock() - begin) / repeats

    def memory(self, steps: int) -> Any:
        return process_memory.taken(self.step, steps)


def main() -> None:
    """Answers what is asked; libraries print to stderr."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    paddle.set_device("cpu")
    trainer = Trainer(pickle.load(sys.stdin.buffer))
    while True:
        try:
            kind, count = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        pickle.dump(getattr(trainer, kind)(count), answers)
        answers.flush()


if __name__ == "__main__":
    main()
