"""Networks over sequences in PyTorch, which pads or packs them. It needs
PyTorch."""

from typing import Sequence, Tuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.nn.utils import rnn

import training_tasks as tasks
from torch_nets import Batch, Values, load, set_value


def padded(arrays: tasks.Arrays, name: str) -> torch.Tensor:
    """Sequences [batch, longest, ...] behind which there are zeros."""
    parts = np.split(arrays[name], np.cumsum(arrays[name + ".lengths"])[:-1])
    return rnn.pad_sequence([torch.from_numpy(part) for part in parts], True)


def _within(lengths: np.ndarray) -> torch.Tensor:
    """[batch, longest], True where there are rows."""
    return torch.from_numpy(np.arange(lengths.max()) < lengths[:, None])


def _reordered(value: np.ndarray, order: Sequence[int], gates: int
               ) -> np.ndarray:
    """The gates of a weight of ours, [inputs, gates * width], or of a bias,
    in another order, as PyTorch has them: [gates * width, inputs]."""
    parts = np.split(value, gates, axis=-1)
    return np.concatenate([parts[i] for i in order], -1).T


class EncoderLayer(nn.Module):

    def __init__(self, net: tasks.Encoder):
        super().__init__()
        self.heads = net.heads
        self.qkv = nn.Linear(net.width, 3 * net.width)
        self.rest = nn.ModuleList([
            nn.Linear(net.width, net.width), nn.LayerNorm(net.width),
            nn.Linear(net.width, 4 * net.width),
            nn.Linear(4 * net.width, net.width), nn.LayerNorm(net.width)])

    def load(self, values: Values) -> None:
        pairs = [(next(values), next(values)) for _ in range(3)]
        set_value(self.qkv.weight, np.concatenate([w.T for w, _ in pairs]))
        set_value(self.qkv.bias, np.concatenate([b.ravel() for _, b in pairs]))
        load(self.rest, values)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        out, norm, up, down, last = self.rest
        parts = self.qkv(x).unflatten(2, (3, self.heads, -1))
        q, k, v = parts.permute(2, 0, 3, 1, 4)
        mixed = functional.scaled_dot_product_attention(q, k, v, mask)
        x = norm(x + out(mixed.transpose(1, 2).flatten(2)))
        return last(x + down(functional.gelu(up(x))))


class Encoder(nn.Module):

    def __init__(self, net: tasks.Encoder):
        super().__init__()
        self.layers = nn.ModuleList(
            EncoderLayer(net) for _ in range(net.layers))
        self.out = nn.Linear(net.width, tasks.CLASSES)

    def batch(self, arrays: tasks.Arrays) -> Batch:
        label = torch.from_numpy(arrays["label"][:, 0])
        if "x.lengths" not in arrays:
            return torch.from_numpy(arrays["x"]), label, None, None
        within = _within(arrays["x.lengths"])
        shares = within / within.sum(1, keepdim=True)
        return padded(arrays, "x"), label, within[:, None, None], shares

    def forward(self, x: torch.Tensor, label: torch.Tensor,
                mask: torch.Tensor, shares: torch.Tensor) -> torch.Tensor:
        for each in self.layers:
            x = each(x, mask)
        mean = (x.mean(1) if shares is None
                else (x * shares[:, :, None]).sum(1))
        return functional.cross_entropy(self.out(mean).float(), label)


class Unit(nn.Module):
    """Layers of LSTM or GRU over rows padded or packed. PyTorch's GRU applies
    its reset gate after the product with the state instead of before: as many
    operations, but not the same function."""

    def __init__(self, unit: str, inputs: int, width: int, layers: int,
                 packed: bool):
        super().__init__()
        self.unit, self.layers, self.packed = unit, layers, packed
        made = {"lstm": nn.LSTM, "gru": nn.GRU}[unit]
        self.cells = made(inputs, width, layers, batch_first=True)
        for layer in range(layers):
            unused = getattr(self.cells, f"bias_hh_l{layer}")
            with torch.no_grad():
                unused.zero_()
            unused.requires_grad = False  # ours has one bias

    def load(self, values: Values) -> None:
        for layer in range(self.layers):
            for name, value in zip(("weight_ih", "weight_hh", "bias_ih"),
                                   values_of(self.unit, values)):
                set_value(getattr(self.cells, f"{name}_l{layer}"), value)

    def forward(self, x: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        if not self.packed:
            return self.cells(x)[0]
        packed = rnn.pack_padded_sequence(x, lengths, batch_first=True,
                                          enforce_sorted=False)
        return rnn.pad_packed_sequence(self.cells(packed)[0], True)[0]


def values_of(unit: str, values: Values) -> Tuple[np.ndarray, ...]:
    """The weights of a layer's inputs and states and its bias. Ours has the
    gates g, i, f, o, PyTorch i, f, g, o; and the update gate u, where PyTorch's
    z says how much to keep: z = 1 - u."""
    inputs, states, bias = (next(values) for _ in range(3))
    if unit == "lstm":
        return tuple(_reordered(value, (1, 2, 0, 3), 4)
                     for value in (inputs, states, bias))
    states = gru_states(states)
    width = len(states)
    sign = np.repeat(np.float32([-1, 1, 1]), width)
    return tuple(_reordered(value * sign, (1, 0, 2), 3)
                 for value in (inputs, states, bias))


def gru_states(weight: np.ndarray) -> np.ndarray:
    """Ours, [D, 2 D] for the gates and [D, D] behind, as one matrix."""
    width = len(weight)
    gates, candidate = np.split(weight.ravel(), [2 * width * width])
    return np.concatenate([gates.reshape(width, 2 * width),
                           candidate.reshape(width, width)], 1)


class GruBySteps(nn.Module):
    """Layers of the GRU that ours is, by steps: slow, and only compared."""

    def __init__(self, net: tasks.Recurrent):
        super().__init__()
        shape = (net.layers, net.width, 3 * net.width)
        self.inputs, self.states = (
            nn.Parameter(torch.empty(shape)) for _ in range(2))
        self.bias = nn.Parameter(torch.empty(net.layers, 3 * net.width))

    def load(self, values: Values) -> None:
        for layer in range(len(self.bias)):
            set_value(self.inputs[layer], next(values))
            set_value(self.states[layer], gru_states(next(values)))
            set_value(self.bias[layer], next(values))

    def forward(self, x: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        width = x.shape[2]
        for of_x, of_h, bias in zip(self.inputs, self.states, self.bias):
            h, made = x.new_zeros(len(x), width), []
            for row in (x @ of_x + bias).unbind(1):
                gates = torch.sigmoid(row[:, :2 * width] +
                                      h @ of_h[:, :2 * width])
                update, reset = gates.chunk(2, 1)
                new = torch.tanh(row[:, 2 * width:] +
                                 (reset * h) @ of_h[:, 2 * width:])
                h = (1 - update) * h + update * new
                made.append(h)
            x = torch.stack(made, 1)
        return x


class Recurrent(nn.Module):

    def __init__(self, net: tasks.Recurrent, form: str):
        super().__init__()
        self.embedding = nn.Embedding(net.words, net.width)
        self.unit = GruBySteps(net) if form == "by steps" else Unit(
            net.unit, net.width, net.width, net.layers, form == "packed")
        self.out = nn.Linear(net.width, 2)

    def batch(self, arrays: tasks.Arrays) -> Batch:
        lengths = arrays["x.lengths"]
        return (padded(arrays, "x")[:, :, 0], torch.from_numpy(lengths),
                ~_within(lengths)[:, :, None],
                torch.from_numpy(arrays["label"][:, 0]))

    def forward(self, words: torch.Tensor, lengths: torch.Tensor,
                beyond: torch.Tensor, label: torch.Tensor) -> torch.Tensor:
        hidden = self.unit(self.embedding(words), lengths)
        hidden = hidden.masked_fill(beyond, float("-inf"))
        return functional.cross_entropy(self.out(hidden.amax(1)), label)
