"""Three layers of LSTM-128 that classify sequences of very different lengths:
a training step with Adam on one thread, beside PyTorch's on padded and on
packed sequences, and beside what its matrix products must take."""

import functools
import statistics
from typing import Callable, List, NamedTuple, Optional

import numpy as np

import paddle as pd
from python_bench import _alternating, _seconds

_LAYERS, _WIDTH, _WORDS, _CLASSES = 3, 128, 5000, 2
_SEQUENCES, _LONGEST = 64, 400


class Times(NamedTuple):
    """Milliseconds of a step; None without PyTorch."""
    ours: float
    bound: float
    padded: Optional[float]
    packed: Optional[float]


def sequence_lengths() -> np.ndarray:
    """1 to 400; padded to 400, 61 % of all would be padding."""
    shares = ((np.arange(_SEQUENCES) + 0.5) / _SEQUENCES) ** 1.56
    lengths = np.round(_LONGEST * shares).astype(int)
    lengths[-1] = _LONGEST
    return np.random.default_rng(0).permutation(np.maximum(lengths, 1))


class _Ours:

    def __init__(self, words: np.ndarray, lengths: np.ndarray,
                 labels: np.ndarray):
        self.main, startup = pd.Program(), pd.Program()
        with pd.program_guard(self.main, startup):
            ids = pd.layer.data("words", [None, 1], "int64", lod_level=1)
            label = pd.layer.data("label", [None, 1], dtype="int64")
            x = pd.layer.embedding(ids, [_WORDS, _WIDTH], is_sparse=True)
            for _ in range(_LAYERS):
                # The unit has a bias of its own.
                gates = pd.layer.fc(x, 4 * _WIDTH, bias_attr=False)
                x, _cell = pd.layer.dynamic_lstm(gates, 4 * _WIDTH,
                                                 use_peepholes=False)
            logits = pd.layer.fc(
                pd.layer.sequence_pool(x, "max"), _CLASSES)
            self.loss = pd.layer.mean(
                pd.layer.softmax_with_cross_entropy(logits, label))
            pairs = pd.optimizer.Adam(learning_rate=1e-3).minimize(self.loss)
        self.parameters = [pair[0].name for pair in pairs]
        self.scope = pd.Scope()
        self.exe = pd.Executor(pd.CPUPlace())
        self.exe.run(startup, scope=self.scope)
        self.feed = {"words": pd.LoDTensor(words, [lengths.tolist()]),
                     "label": labels}

    def values(self) -> List[np.ndarray]:
        return [np.array(self.scope.find_var(name).get_tensor())
                for name in self.parameters]

    def step(self) -> float:
        return self.exe.run(self.main, self.feed, [self.loss], self.scope)[0]


class _Torch:
    """Trains the same network in PyTorch, with sequences padded or packed by
    its helpers."""

    def __init__(self, torch, packed: bool, values: List[np.ndarray],
                 words: np.ndarray, lengths: np.ndarray, labels: np.ndarray):
        nn = torch.nn
        self.torch, self.packed = torch, packed
        self.embedding = nn.Embedding(_WORDS, _WIDTH)
        self.lstm = nn.LSTM(_WIDTH, _WIDTH, _LAYERS)
        self.out = nn.Linear(_WIDTH, _CLASSES)
        self._load(values)
        parts = np.split(words[:, 0], np.cumsum(lengths)[:-1])
        self.words = nn.utils.rnn.pad_sequence(
            [torch.from_numpy(part) for part in parts])
        self.lengths = torch.from_numpy(lengths)
        steps = torch.arange(_LONGEST)[:, None, None]
        self.beyond = steps >= self.lengths[None, :, None]
        self.labels = torch.from_numpy(labels[:, 0])
        modules = nn.ModuleList([self.embedding, self.lstm, self.out])
        self.optimizer = torch.optim.Adam(
            [p for p in modules.parameters() if p.requires_grad], lr=1e-3)

    def _load(self, values: List[np.ndarray]) -> None:
        """Our gates are g, i, f, o and have one bias, PyTorch's i, f, g, o
        and two, of which one stays 0."""
        def rows(x: np.ndarray):
            g, i, f, o = np.split(x, 4, axis=-1)
            return self.torch.from_numpy(
                np.ascontiguousarray(np.concatenate([i, f, g, o], -1).T))

        with self.torch.no_grad():
            self.embedding.weight.copy_(self.torch.from_numpy(values[0]))
            for layer in range(_LAYERS):
                of_x, of_h, bias = values[1 + 3 * layer:4 + 3 * layer]
                for name, value in (("weight_ih", of_x), ("weight_hh", of_h),
                                    ("bias_ih", bias[0])):
                    getattr(self.lstm, f"{name}_l{layer}").copy_(rows(value))
                unused = getattr(self.lstm, f"bias_hh_l{layer}")
                unused.zero_()
                unused.requires_grad = False
            self.out.weight.copy_(self.torch.from_numpy(values[-2].T))
            self.out.bias.copy_(self.torch.from_numpy(values[-1]))

    def _hidden(self):
        x = self.embedding(self.words)
        if not self.packed:
            return self.lstm(x)[0]
        rnn = self.torch.nn.utils.rnn
        packed = rnn.pack_padded_sequence(x, self.lengths,
                                          enforce_sorted=False)
        return rnn.pad_packed_sequence(self.lstm(packed)[0])[0]

    def step(self) -> float:
        self.optimizer.zero_grad()
        hidden = self._hidden().masked_fill(self.beyond, float("-inf"))
        loss = self.torch.nn.functional.cross_entropy(
            self.out(hidden.max(dim=0).values), self.labels)
        loss.backward()
        self.optimizer.step()
        return loss.item()


def _products(rows: int) -> Callable[[], float]:
    """Milliseconds that the matrix products of a step take at the speed of
    large ones: those of inputs and states with their weights, forward, and
    backward for both factors."""
    size, count = 1024, 8
    flops = _LAYERS * 2 * 3 * 2 * rows * _WIDTH * 4 * _WIDTH
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


def _peers(*arguments) -> List[_Torch]:
    try:
        import torch
    except ImportError:
        return []
    torch.set_num_threads(1)
    return [_Torch(torch, packed, *arguments) for packed in (False, True)]


@functools.lru_cache(maxsize=None)
def step_times() -> Times:
    """Measured once; RuntimeError if losses differ from PyTorch's."""
    pd.set_num_threads(1)
    random = np.random.default_rng(0)
    lengths = sequence_lengths()
    words = random.integers(0, _WORDS, size=(lengths.sum(), 1))
    labels = random.integers(0, _CLASSES, size=(_SEQUENCES, 1))
    ours = _Ours(words, lengths, labels)
    peers = _peers(ours.values(), words, lengths, labels)
    for _ in range(3):
        loss = float(ours.step())
        losses = [peer.step() for peer in peers]
        if not np.allclose(losses, loss, rtol=1e-3):
            raise RuntimeError("the losses of PyTorch, %s, are not ours, %s" %
                               (losses, loss))
    products = _products(int(lengths.sum()))
    bounds: List[float] = []
    steps = [lambda: bounds.append(products()), ours.step]
    seconds = _alternating(steps + [peer.step for peer in peers], repeats=1,
                           rounds=7)
    milliseconds = [1e3 * each for each in seconds[1:]] + [None] * 2
    return Times(milliseconds[0], statistics.median(bounds), *milliseconds[1:3])
