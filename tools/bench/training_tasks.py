"""Networks that are trained beside those of other libraries: their sizes, and
batches as arrays. It imports neither Paddle nor a peer, since processes whose
memory is measured import one of them.

An array `name` beside `name.lengths` holds the rows of sequences, one behind
another.
"""

from typing import Dict, List, NamedTuple, Tuple, Union

import numpy as np

Arrays = Dict[str, np.ndarray]

CLASSES = 10


def sequence_lengths(count: int = 64, longest: int = 400) -> np.ndarray:
    """1 to `longest`; padded to it, 61 % of all would be padding."""
    shares = ((np.arange(count) + 0.5) / count) ** 1.56
    lengths = np.round(longest * shares).astype(int)
    lengths[-1] = longest
    return np.random.default_rng(0).permutation(np.maximum(lengths, 1))


def _classified(shape: Tuple[int, ...], rows: int, count: int = 1
                ) -> List[Arrays]:
    """So many batches. A net that has learned all of them by heart has no
    gradients any more; moments that peers keep for Adam become denormal
    numbers, which make processors slow, and a row would say little else."""
    random = np.random.default_rng(0)
    return [{"x": random.normal(size=shape).astype("float32"),
             "label": random.integers(0, CLASSES, (rows, 1))}
            for _ in range(count)]


class Mlp(NamedTuple):
    """Products of images of 784 points."""
    batch: int = 64
    hidden: Tuple[int, ...] = (128, 64)

    def batches(self) -> List[Arrays]:
        return _classified((self.batch, 784), self.batch,
                           max(4, 2048 // self.batch))


class Conv(NamedTuple):
    """Digits, by the convolutions of python/demo."""
    batch: int = 64

    def batches(self) -> List[Arrays]:
        return _classified((self.batch, 784), self.batch)


class Resnet20(NamedTuple):
    """Images of 32 x 32, in three stages of `blocks` (He et al., 2015)."""
    batch: int = 64
    blocks: int = 3

    def batches(self) -> List[Arrays]:
        return _classified((self.batch, 3, 32, 32), self.batch)


class Vgg6(NamedTuple):
    """Six convolutions of 3 x 3 with batch normalization."""
    batch: int = 32
    width: int = 64

    def batches(self) -> List[Arrays]:
        return _classified((self.batch, 3, 32, 32), self.batch)


class Encoder(NamedTuple):
    """Attention and two products in each layer; the mean row is classified.
    Sequences have 128 rows, or, if ragged, up to 128."""
    batch: int = 16
    ragged: bool = False
    layers: int = 4
    width: int = 256
    rows: int = 128

    @property
    def heads(self) -> int:
        return self.width // 64

    def batches(self) -> List[Arrays]:
        if not self.ragged:
            return _classified((self.batch, self.rows, self.width),
                               self.batch)
        lengths = sequence_lengths(self.batch, self.rows)
        made, = _classified((int(lengths.sum()), self.width), self.batch)
        return [{**made, "x.lengths": lengths}]


class Recurrent(NamedTuple):
    """Words, layers of LSTM or GRU, the greatest of each column classified."""
    unit: str
    layers: int = 3
    width: int = 128
    words: int = 5000
    sequences: int = 64
    longest: int = 400

    def batches(self) -> List[Arrays]:
        random = np.random.default_rng(0)
        lengths = sequence_lengths(self.sequences, self.longest)
        return [{"x": random.integers(0, self.words, (lengths.sum(), 1)),
                 "x.lengths": lengths,
                 "label": random.integers(0, 2, (self.sequences, 1))}]


class Translator(NamedTuple):
    """An LSTM reads sentences; another writes theirs, and attends to all rows
    of the first in each step. Teacher forcing."""
    batch: int = 32
    longest: int = 60
    words: int = 5000
    width: int = 128
    hidden: int = 128

    def batches(self) -> List[Arrays]:
        random = np.random.default_rng(0)
        lengths = sequence_lengths(self.batch, self.longest)
        read, written = lengths, np.random.default_rng(1).permutation(lengths)

        def words(of: np.ndarray) -> np.ndarray:
            return random.integers(0, self.words, (of.sum(), 1))
        return [{"source": words(read), "source.lengths": read,
                 "before": words(written), "before.lengths": written,
                 "after": words(written), "after.lengths": written}]


class SkipGram(NamedTuple):
    """Word vectors by negative sampling (Mikolov et al., 2013)."""
    words: int = 2000
    batch: int = 512
    width: int = 64
    negatives: int = 5

    def batches(self) -> List[Arrays]:
        """Several, so that rows of the tables are not always in caches. Words
        are as frequent as in texts: 1 / rank."""
        random = np.random.default_rng(0)

        def words(count: int) -> np.ndarray:
            shares = random.uniform(size=(self.batch, count))
            return ((self.words + 1.0) ** shares).astype("int64") - 1
        label = np.zeros((self.batch, 1 + self.negatives), "float32")
        label[:, 0] = 1
        return [{"word": words(1), "context": words(1 + self.negatives),
                 "label": label} for _ in range(16)]


Net = Union[Mlp, Conv, Resnet20, Vgg6, Encoder, Recurrent, Translator,
            SkipGram]


def torch_forms(net: Net) -> Tuple[str, ...]:
    """The forms in which torch_peer.py has a network."""
    if isinstance(net, (Conv, Resnet20, Vgg6)):
        return "", "channels last"
    if isinstance(net, (Recurrent, Translator)):
        return "padded", "packed"
    return "",


class Task(NamedTuple):
    """A network, how it is trained, and how many times as fast as the fastest
    peer a step must be."""
    net: Net
    limit: float
    optimizer: str = "adam"
    rate: float = 1e-3
    half: bool = False  # in bfloat16


TASKS: Dict[str, Task] = {
    "mlp_b1": Task(Mlp(1), 5, rate=1e-4),
    "mlp_b64": Task(Mlp(64), 2, rate=1e-4),
    "mlp_b512": Task(Mlp(512), 1.3, rate=1e-4),
    "conv_b64": Task(Conv(), 1.8),
    "resnet20_b64": Task(Resnet20(), 1.5, "momentum", 0.01),
    "vgg6_b32": Task(Vgg6(), 1.5, "momentum", 0.01),
    "encoder_b16": Task(Encoder(), 1.3, rate=1e-4),
    "encoder_b16_bfloat16": Task(Encoder(), 1.3, rate=1e-4, half=True),
    "encoder_ragged_b32": Task(Encoder(32, ragged=True), 3.2, rate=1e-4),
    "encoder_ragged_b32_bfloat16": Task(Encoder(32, ragged=True), 1.3,
                                        rate=1e-4, half=True),
    "lstm3_128": Task(Recurrent("lstm"), 4),
    "gru3_128": Task(Recurrent("gru"), 3),
    "seq2seq": Task(Translator(), 3),
    "word2vec_2000": Task(SkipGram(), 1.5, "sgd", 0.1),
    "word2vec_1000000": Task(SkipGram(1_000_000), 1.5, "sgd", 0.1),
}
