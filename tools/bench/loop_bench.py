"""Blocks in loops: an LSTM written with rnn() beside the fused operator, and an
iteration of while."""

from typing import Callable, Tuple

import numpy as np

import paddle as pd
from lstm_bench import sequence_lengths
from python_bench import _alternating

layer = pd.layer
_WIDTH = 128
_ITERATIONS, _OPS = 10_000, 3


def _fused(x: pd.Variable) -> pd.Variable:
    gates = layer.fc(x, 4 * _WIDTH, bias_attr=False)
    return layer.dynamic_lstm(gates, 4 * _WIDTH, use_peepholes=False)[0]


def _written(x: pd.Variable) -> pd.Variable:
    rnn = pd.rnn()
    with rnn.step():
        h, c = rnn.memory(shape=[_WIDTH]), rnn.memory(shape=[_WIDTH])
        gates = layer.fc(x, 4 * _WIDTH, bias_attr=False) + layer.fc(
            h, 4 * _WIDTH)
        g, i, f, o = layer.split(gates, 4, 1)
        cell = layer.sigmoid(f) * c + layer.sigmoid(i) * layer.tanh(g)
        hidden = layer.sigmoid(o) * layer.tanh(cell)
        rnn.update_memory(h, hidden)
        rnn.update_memory(c, cell)
        rnn.output(hidden)
    return rnn()[0]


def _trainer(network: Callable[[pd.Variable], pd.Variable]):
    """A training step, and the parameters' names: weights of the input and of
    the state, and the bias."""
    main, startup = pd.Program(), pd.Program()
    with pd.program_guard(main, startup):
        x = layer.data("x", [None, _WIDTH], lod_level=1)
        loss = layer.mean(layer.square(network(x)))
        pairs = pd.optimizer.SGD(learning_rate=0.1).minimize(loss)
    exe, scope = pd.Executor(pd.CPUPlace()), pd.Scope()
    exe.run(startup, scope=scope)
    random = np.random.default_rng(0)
    for shape in ((_WIDTH, 4 * _WIDTH), (_WIDTH, 4 * _WIDTH), (4 * _WIDTH,)):
        value = random.uniform(-0.1, 0.1, shape).astype(np.float32)
        name = next(p.name for p, _ in pairs
                    if p.shape[-len(shape):] == shape)
        pairs = [pair for pair in pairs if pair[0].name != name]
        tensor = scope.find_var(name).get_tensor()
        tensor.set(value.reshape(np.array(tensor).shape))
    lengths = sequence_lengths()
    rows = random.standard_normal((lengths.sum(), _WIDTH), dtype=np.float32)
    feed = {"x": pd.LoDTensor(rows, [lengths.tolist()])}
    return lambda: exe.run(main, feed, [loss], scope)[0]


def rnn_step_times() -> Tuple[float, float]:
    """Milliseconds of a training step with rnn() and with the fused operator;
    RuntimeError if their losses differ."""
    pd.set_num_threads(1)
    steps = [_trainer(_written), _trainer(_fused)]
    for _ in range(3):
        written, fused = (float(step()) for step in steps)
        if not np.allclose(written, fused, rtol=1e-4):
            raise RuntimeError("the loss of rnn() is %s, that of lstm %s" %
                               (written, fused))
    written, fused = _alternating(steps, repeats=1, rounds=7)
    return 1e3 * written, 1e3 * fused


def while_op_time() -> float:
    """Nanoseconds of an operator in a loop of 10 000 trivial iterations."""
    pd.set_num_threads(1)
    program = pd.Program()
    with pd.program_guard(program, pd.Program()):
        limit = layer.fill_constant([1], "int64", _ITERATIONS)
        end = pd.while_loop(
            lambda i, _: pd.less_than(i, limit),
            lambda i, x: [pd.increment(i), layer.scale(x, 1.0, 1.0)],
            [layer.fill_constant([1], "int64", 0),
             layer.fill_constant([1], "float32", 0.0)])
    exe, scope = pd.Executor(pd.CPUPlace()), pd.Scope()

    def run() -> None:
        count, value = exe.run(program, {}, end, scope)
        if count[0] != _ITERATIONS or value[0] != _ITERATIONS:
            raise RuntimeError("the loop ends at %s with %s" % (count, value))

    seconds, = _alternating([run], repeats=1, rounds=9)
    return 1e9 * seconds / (_ITERATIONS * _OPS)
