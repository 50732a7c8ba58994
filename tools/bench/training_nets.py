"""Programs of ours that train the networks of training_tasks.py."""

import itertools
import math
from typing import Any, Callable, Dict, List, Tuple

import numpy as np

import models
import paddle as pd
import training_tasks as tasks
from memory_bench import _conv, _cost, _loss

layer = pd.layer


def _mlp(net: tasks.Mlp) -> pd.Variable:
    x = layer.data("x", [None, 784])
    for width in net.hidden:
        x = layer.fc(x, width, act="relu")
    return _loss(x, tasks.CLASSES)


def _digits(net: tasks.Conv) -> pd.Variable:
    return _cost(models.conv(layer.data("x", [None, 784])))


def _resnet20(net: tasks.Resnet20) -> pd.Variable:
    x = _conv(layer.data("x", [None, 3, 32, 32]), 16, 3)
    for width in (16, 32, 64):
        for block in range(net.blocks):
            stride = 2 if block == 0 and width > 16 else 1
            y = _conv(_conv(x, width, 3, stride), width, 3, act=False)
            if stride > 1:
                x = _conv(x, width, 1, stride, act=False)
            x = layer.relu(x + y)
    return _loss(layer.reduce_mean(x, [2, 3]), tasks.CLASSES)


def _vgg6(net: tasks.Vgg6) -> pd.Variable:
    x = layer.data("x", [None, 3, 32, 32])
    for stage in range(3):
        for _ in range(2):
            x = _conv(x, net.width << stage, 3)
        x = layer.pool2d(x, 2, pool_stride=2)
    return _loss(layer.reduce_mean(x, [2, 3]), tasks.CLASSES)


def _encoder(net: tasks.Encoder) -> pd.Variable:
    if net.ragged:
        axis, x = 1, layer.data("x", [None, net.width], lod_level=1)
    else:
        axis, x = 2, layer.data("x", [None, net.rows, net.width])
    for _ in range(net.layers):
        mixed = layer.multi_head_attention(x, net.heads)
        x = layer.layer_norm(x + mixed, begin_norm_axis=axis)
        hidden = layer.fc(x, 4 * net.width, num_flatten_dims=axis, act="gelu")
        x = layer.layer_norm(
            x + layer.fc(hidden, net.width, num_flatten_dims=axis),
            begin_norm_axis=axis)
    mean = (layer.sequence_pool(x, "average") if net.ragged
            else layer.reduce_mean(x, [1]))
    return _loss(mean, tasks.CLASSES)


def _lstm(x: pd.Variable, width: int) -> pd.Variable:
    """The unit has a bias of its own."""
    gates = layer.fc(x, 4 * width, bias_attr=False)
    return layer.dynamic_lstm(gates, 4 * width, use_peepholes=False)[0]


def _gru(x: pd.Variable, width: int) -> pd.Variable:
    return layer.dynamic_gru(layer.fc(x, 3 * width, bias_attr=False), width)


def _recurrent(net: tasks.Recurrent) -> pd.Variable:
    ids = layer.data("x", [None, 1], "int64", lod_level=1)
    x = layer.embedding(ids, [net.words, net.width], is_sparse=True)
    for _ in range(net.layers):
        x = {"lstm": _lstm, "gru": _gru}[net.unit](x, net.width)
    return _loss(layer.sequence_pool(x, "max"), 2)


class Translation:
    """The layers of a translator, which share parameters by their names
    between programs that train and that decode."""

    def __init__(self, net: tasks.Translator):
        self.net = net

    def embed(self, words: pd.Variable, name: str) -> pd.Variable:
        return layer.embedding(words, [self.net.words, self.net.width],
                               param_attr=name)

    def encode(self) -> List[pd.Variable]:
        """Returns what is attended to, its keys, and the first state."""
        words = layer.data("source", [None, 1], "int64", lod_level=1)
        size = 4 * self.net.hidden
        gates = layer.fc(self.embed(words, "source.t"), size,
                         params=("source.w", False))
        seen, _ = layer.dynamic_lstm(gates, size, use_peepholes=False,
                                     param_attr="source.u",
                                     bias_attr="source.b")
        keys = layer.fc(seen, self.net.hidden, params=("key.w", False))
        return [seen, keys, layer.sequence_last_step(seen)]

    def step(self, x: pd.Variable, hidden: pd.Variable, cell: pd.Variable,
             seen: pd.Variable, keys: pd.Variable) -> List[pd.Variable]:
        """The next hidden state and cell, and what it has looked at."""
        query = layer.sequence_expand(
            layer.fc(hidden, self.net.hidden, params=("query.w", False)), keys)
        fit = layer.fc(layer.tanh(keys + query), 1, params=("fit.w", False))
        found = layer.sequence_pool(seen * layer.sequence_softmax(fit), "sum")
        hidden, cell = layer.lstm_unit(
            layer.concat([x, found], axis=1), hidden, cell,
            param_attr="decoder.w", bias_attr="decoder.b")
        return [hidden, cell, found]

    def logits(self, hidden: pd.Variable, found: pd.Variable) -> pd.Variable:
        return layer.fc(layer.concat([hidden, found], axis=1),
                        self.net.words, params=("logits.w", "logits.b"))


def _translator(net: tasks.Translator) -> pd.Variable:
    made = Translation(net)
    seen, keys, first = made.encode()
    before, after = (layer.data(name, [None, 1], "int64", lod_level=1)
                     for name in ("before", "after"))
    x = made.embed(before, "target.t")
    rnn = pd.rnn()
    with rnn.step():
        hidden = rnn.memory(init=first)
        cell = rnn.memory(shape=[net.hidden])
        *state, found = made.step(x, hidden, cell, rnn.static_input(seen),
                                  rnn.static_input(keys))
        rnn.update_memory(hidden, state[0])
        rnn.update_memory(cell, state[1])
        rnn.output(state[0], found)
    return layer.mean(layer.softmax_with_cross_entropy(
        made.logits(*rnn()), after))


def _skip_gram(net: tasks.SkipGram) -> pd.Variable:
    word, context = (
        layer.embedding(layer.data(name, [None, count], "int64"),
                        [net.words, net.width], is_sparse=True)
        for name, count in (("word", 1), ("context", 1 + net.negatives)))
    fit = layer.matmul(layer.reshape(word, [-1, 1, net.width]), context,
                       transpose_y=True)
    label = layer.data("label", [None, 1 + net.negatives])
    return layer.mean(layer.ops.sigmoid_cross_entropy_with_logits(
        layer.reshape(fit, [-1, 1 + net.negatives]), label))


_NETS: Dict[type, Callable[[Any], pd.Variable]] = {
    tasks.Mlp: _mlp, tasks.Conv: _digits, tasks.Resnet20: _resnet20,
    tasks.Vgg6: _vgg6, tasks.Encoder: _encoder, tasks.Recurrent: _recurrent,
    tasks.Translator: _translator, tasks.SkipGram: _skip_gram}

_OPTIMIZERS: Dict[str, Callable[[float], Any]] = {
    "adam": lambda rate: pd.optimizer.Adam(learning_rate=rate),
    "momentum": lambda rate: pd.optimizer.Momentum(rate, 0.9),
    "sgd": lambda rate: pd.optimizer.SGD(learning_rate=rate)}


def feed_of(arrays: tasks.Arrays) -> Dict[str, Any]:
    """Arrays as they are fed; those with lengths as sequences."""
    return {name: pd.LoDTensor(array, [arrays[name + ".lengths"].tolist()])
            if name + ".lengths" in arrays else array
            for name, array in arrays.items() if "." not in name}


def layer_sizes(program: pd.Program, rows: int) -> List[Tuple[int, ...]]:
    """The convolutions of a program, all square, and its products by
    parameters, as bare_layers.cc reads them; of a batch of so many rows."""
    block, sizes = program.global_block(), []

    def shape(op: Any, slot: str) -> Tuple[int, ...]:
        return tuple(block.var(op.inputs[slot][0]).shape)
    for op in block.ops:
        if op.type == "conv2d":
            _, channels, size, _ = shape(op, "Input")
            filters, _, kernel, _ = shape(op, "Filter")
            sizes.append((rows, channels, size, filters, kernel,
                          op.attrs["strides"][0], op.attrs["paddings"][0],
                          op.attrs["groups"]))
        elif op.type == "mul":
            inputs, outputs = shape(op, "Y")
            leading = shape(op, "X")[1:op.attrs["x_num_col_dims"]]
            sizes.append((rows * math.prod(leading), inputs, 1, outputs,
                          1, 1, 0, 1))
    return sizes


class Ours:
    """A task in a scope of its own, whose steps take its batches in turn."""

    def __init__(self, task: tasks.Task):
        self.main, startup = pd.Program(), pd.Program()
        self.main.random_seed = startup.random_seed = 1
        with pd.program_guard(self.main, startup):
            self.loss = _NETS[type(task.net)](task.net)
            optimizer = _OPTIMIZERS[task.optimizer](task.rate)
            if task.half:
                pd.amp.decorate(optimizer, "bfloat16")
            pairs = optimizer.minimize(self.loss)
        self.parameters = [pair[0].name for pair in pairs]
        self.scope = pd.Scope()
        self.exe = pd.Executor(pd.CPUPlace())
        self.exe.run(startup, scope=self.scope)
        self._feeds = itertools.cycle(map(feed_of, task.net.batches()))

    def values(self) -> List[np.ndarray]:
        """Copies of the parameters, in the order of their layers."""
        return [np.array(self.scope.find_var(name).get_tensor())
                for name in self.parameters]

    def step(self) -> float:
        return self.exe.run(self.main, next(self._feeds), [self.loss],
                            self.scope)[0]
