"""Blocks in loops: an LSTM written with rnn() beside the fused operator, an
iteration of while, and loops with and without what passes move out of them."""

import functools
import time
from typing import Callable, Dict, Tuple

import numpy as np

import paddle as pd
from python_bench import _alternating
from training_tasks import sequence_lengths

layer = pd.layer
_WIDTH = 128
_ITERATIONS, _OPS = 10_000, 3
# Sizes of the loops that passes change.
_STEPS, _BATCH, _WIDE = 100, 16, 256


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

    seconds, = _alternating([run], repeats=1, rounds=25,
                            clock=time.process_time)
    return 1e9 * seconds / (_ITERATIONS * _OPS)


def _with_and_without(name: str, level: int, result: pd.Variable,
                      main: pd.Program, startup: pd.Program,
                      feed: Dict[str, np.ndarray]) -> Tuple[float, float]:
    """Milliseconds of inference with a pass, beside all others of its level,
    and without it; RuntimeError if the results differ."""
    pd.set_num_threads(1)
    exe, scope = pd.Executor(pd.CPUPlace(), optimize=False), pd.Scope()
    exe.run(startup, scope=scope)
    runs = []
    for without in ([], [name]):
        program = pd.optimize(main, targets=[result], level=level,
                              without=without, place=pd.CPUPlace())
        runs.append(functools.partial(exe.run, program, feed, [result.name],
                                      scope))
    after, before = (run()[0] for run in runs)
    if not np.allclose(after, before, atol=1e-5):
        raise RuntimeError("pass %s changes the results" % name)
    after, before = _alternating(runs, repeats=1, rounds=21)
    return 1e3 * after, 1e3 * before


def projection_times(steps: int = _STEPS, batch: int = _BATCH,
                     width: int = 2 * _WIDE) -> Tuple[float, float]:
    """Milliseconds of tanh(fc(x) + fc(h)) in steps, with all products of x at
    once and without."""
    main, startup = pd.Program(), pd.Program()
    with pd.program_guard(main, startup):
        x = layer.data("x", [steps, batch, width])
        first = layer.data("first", [batch, width])
        rnn = pd.rnn()
        with rnn.step():
            step, h = rnn.step_input(x), rnn.memory(first)
            hidden = layer.tanh(layer.fc(step, width) + layer.fc(h, width))
            rnn.update_memory(h, hidden)
            rnn.output(hidden)
        result = rnn()[0]
    random = np.random.default_rng(0)
    feed = {"x": random.standard_normal((steps, batch, width),
                                        dtype=np.float32),
            "first": np.zeros((batch, width), np.float32)}
    return _with_and_without("hoist_projections", 2, result, main, startup,
                             feed)


def invariant_times(steps: int = _STEPS, batch: int = _BATCH,
                    width: int = _WIDE) -> Tuple[float, float]:
    """Milliseconds of a loop of tanh(fc(x) + fc(h)), with the product of x in
    front of it and without."""
    main, startup = pd.Program(), pd.Program()
    with pd.program_guard(main, startup):
        x = layer.data("x", [None, width])
        limit = layer.fill_constant([1], "int64", steps)
        _, result = pd.while_loop(
            lambda i, _: pd.less_than(i, limit),
            lambda i, h: [pd.increment(i), layer.tanh(
                layer.fc(x, width) + layer.fc(h, width))],
            [layer.fill_constant([1], "int64", 0), x])
    random = np.random.default_rng(0)
    feed = {"x": random.standard_normal((batch, width), dtype=np.float32)}
    return _with_and_without("hoist_invariants", 1, result, main, startup,
                             feed)
