"""The products of nets with recurrent layers, as bare_layers.cc reads them."""

from typing import List, Tuple

import numpy as np

from training_tasks import Recurrent, Translator

Sizes = List[Tuple[int, ...]]

_FORWARD, _WEIGHTS, _INPUTS = 1, 2, 4
_ALL = _FORWARD + _WEIGHTS + _INPUTS


def _product(rows: int, inputs: int, outputs: int, parts: int = _ALL
             ) -> Tuple[int, ...]:
    return (rows, inputs, 1, outputs, 1, 1, 0, 1, parts)


def _active(lengths: np.ndarray) -> List[int]:
    """The number of sequences that have a row at each step."""
    return [int((lengths > step).sum()) for step in range(lengths.max())]


def _steps(lengths: np.ndarray, inputs: int, outputs: int) -> Sizes:
    """A product in each step, of the sequences that have one, and the gradient
    of its weights in one product of all steps."""
    made = [_product(rows, inputs, outputs, _FORWARD + _INPUTS)
            for rows in _active(lengths)]
    return made + [_product(int(lengths.sum()), inputs, outputs, _WEIGHTS)]


def _recurrent(net: Recurrent) -> Sizes:
    lengths = net.batches()[0]["x.lengths"]
    rows, width = int(lengths.sum()), net.width
    layer = [_product(rows, width, {"lstm": 4, "gru": 3}[net.unit] * width)]
    # A GRU multiplies what its reset gate leaves by itself.
    for outputs in {"lstm": [4 * width], "gru": [2 * width, width]}[net.unit]:
        layer += _steps(lengths, width, outputs)
    return layer * net.layers


def _translator(net: Translator) -> Sizes:
    batch = net.batches()[0]
    read, written = batch["source.lengths"], batch["before.lengths"]
    hidden, width = net.hidden, net.width
    made = [_product(int(read.sum()), width, 4 * hidden),
            *_steps(read, hidden, 4 * hidden),
            _product(int(read.sum()), hidden, hidden)]
    made += _steps(written, hidden, hidden)  # queries
    attended = np.array([
        int(read[written > step].sum()) for step in range(written.max())])
    made += [_product(int(rows), hidden, 1, _FORWARD + _INPUTS)
             for rows in attended]
    made.append(_product(int(attended.sum()), hidden, 1, _WEIGHTS))
    made += _steps(written, width + 2 * hidden, 4 * hidden)
    made.append(_product(int(written.sum()), 2 * hidden, net.words))
    return made


def recurrent_sizes(net: Tuple) -> Sizes:
    """The products by weights of a step of training, those of a recurrent layer
    one for each step of its sequences, without padding."""
    if isinstance(net, Recurrent):
        return _recurrent(net)
    if isinstance(net, Translator):
        return _translator(net)
    raise TypeError(f"recurrent layers of {type(net).__name__}")
