"""The networks of training_tasks.py in PyTorch. It needs PyTorch.

A net's forward returns the loss of a batch, which `batch` makes of arrays.
`load` gives it the parameters of ours. Padding is prepared once, outside of
the steps.
"""

from typing import Any, Callable, Dict, Iterator, Tuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import training_tasks as tasks

Batch = Tuple[torch.Tensor, ...]
Values = Iterator[np.ndarray]


def set_value(parameter: torch.Tensor, value: np.ndarray) -> None:
    """Ours are transposed where PyTorch's weights are [outputs, inputs]."""
    given = torch.from_numpy(np.ascontiguousarray(value))
    with torch.no_grad():
        parameter.copy_(given.reshape(parameter.shape))


def load(module: nn.Module, values: Values) -> None:
    """Copies our parameters, in the order of their layers, into the modules
    below; a module with parameters in an order of its own has a `load`."""
    own = getattr(module, "load", None)
    if own is not None:
        own(values)
        return
    for parameter in module.parameters(recurse=False):
        value = next(values)
        set_value(parameter, value.T if isinstance(module, nn.Linear)
                  else value)
    for child in module.children():
        load(child, values)


class Classifier(nn.Module):
    """Layers, whose logits are compared with labels."""

    def __init__(self, *layers: nn.Module):
        super().__init__()
        self.layers = nn.Sequential(*layers)

    def batch(self, arrays: tasks.Arrays) -> Batch:
        x = torch.from_numpy(arrays["x"])
        if isinstance(self.layers[0], (nn.Conv2d, Normalized)):
            weight = next(self.parameters())
            if weight.is_contiguous(memory_format=torch.channels_last):
                x = x.contiguous(memory_format=torch.channels_last)
        return x, torch.from_numpy(arrays["label"][:, 0])

    def forward(self, x: torch.Tensor, label: torch.Tensor) -> torch.Tensor:
        return functional.cross_entropy(self.layers(x), label)


class Normalized(nn.Module):
    """A convolution without bias, batch normalization, perhaps relu."""

    def __init__(self, channels: int, filters: int, size: int, stride: int = 1,
                 act: bool = True):
        super().__init__()
        self.conv = nn.Conv2d(channels, filters, size, stride, size // 2,
                              bias=False)
        self.norm = nn.BatchNorm2d(filters)
        self.act = act

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        made = self.norm(self.conv(x))
        return functional.relu(made, inplace=True) if self.act else made


class Block(nn.Module):
    """Two convolutions beside a shortcut."""

    def __init__(self, channels: int, filters: int, stride: int):
        super().__init__()
        self.first = Normalized(channels, filters, 3, stride)
        self.second = Normalized(filters, filters, 3, act=False)
        self.shortcut = (Normalized(channels, filters, 1, stride, act=False)
                         if stride > 1 else nn.Sequential())

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        made = self.second(self.first(x)) + self.shortcut(x)
        return functional.relu(made, inplace=True)


def _mlp(net: tasks.Mlp) -> nn.Module:
    layers, inputs = [], 784
    for width in net.hidden:
        layers += [nn.Linear(inputs, width), nn.ReLU()]
        inputs = width
    return Classifier(*layers, nn.Linear(inputs, tasks.CLASSES))


def _digits(net: tasks.Conv) -> nn.Module:
    return Classifier(
        nn.Unflatten(1, (1, 28, 28)), nn.Conv2d(1, 20, 5), nn.ReLU(),
        nn.MaxPool2d(2), nn.Conv2d(20, 50, 5), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(800, tasks.CLASSES))


_MEAN = (nn.AdaptiveAvgPool2d(1), nn.Flatten())


def _resnet20(net: tasks.Resnet20) -> nn.Module:
    layers, channels = [Normalized(3, 16, 3)], 16
    for width in (16, 32, 64):
        for _ in range(net.blocks):
            layers.append(Block(channels, width, width // channels))
            channels = width
    return Classifier(*layers, *_MEAN, nn.Linear(channels, tasks.CLASSES))


def _vgg6(net: tasks.Vgg6) -> nn.Module:
    layers, channels = [], 3
    for stage in range(3):
        for _ in range(2):
            layers.append(Normalized(channels, net.width << stage, 3))
            channels = net.width << stage
        layers.append(nn.MaxPool2d(2))
    return Classifier(*layers, *_MEAN, nn.Linear(channels, tasks.CLASSES))


class SkipGram(nn.Module):
    """Two tables with sparse gradients."""

    def __init__(self, net: tasks.SkipGram):
        super().__init__()
        self.words, self.contexts = (
            nn.Embedding(net.words, net.width, sparse=True) for _ in range(2))

    def batch(self, arrays: tasks.Arrays) -> Batch:
        return tuple(torch.from_numpy(arrays[name])
                     for name in ("word", "context", "label"))

    def forward(self, word: torch.Tensor, context: torch.Tensor,
                label: torch.Tensor) -> torch.Tensor:
        # Twice as fast as bmm.
        fit = (self.contexts(context) * self.words(word)).sum(2)
        return functional.binary_cross_entropy_with_logits(fit, label)


# Further networks are entered by torch_sequence_nets.py.
NETS: Dict[type, Callable[[Any], nn.Module]] = {
    tasks.Mlp: _mlp, tasks.Conv: _digits, tasks.Resnet20: _resnet20,
    tasks.Vgg6: _vgg6, tasks.SkipGram: SkipGram}
