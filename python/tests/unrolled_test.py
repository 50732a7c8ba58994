"""Nested blocks beside the same programs written out, without control flow:
values and gradients equal to 1e-12 in float64, gradients beside central
differences as well."""

import numpy as np

import paddle as pd
from control_flow_util import (
    ControlFlowTestCase, Unrolled, data, flat, loss_of, ragged, rows)

layer = pd.layer
H = 2
LENGTHS = [2, 0, 4, 1, 4]
NESTED = [[2, 0, 1], [], [3], [1, 2]]


class WrittenOut(Unrolled):
    """Fed row by row: row t of the k-th array of "x" is the variable x.k.t."""

    def rows_of(self, name, value):
        """Returns the rows of each array of (nested) lists as variables [1,
        H]."""
        if isinstance(value, list):
            return [self.rows_of(f"{name}.{k}", part)
                    for k, part in enumerate(value)]
        return [self.value(f"{name}.{t}", value[t:t + 1])
                for t in range(len(value))]

    def gradient(self, grads, name, value):
        if name in grads:
            return [grads[name]]
        if isinstance(value, list):
            return [g for k, part in enumerate(value)
                    for g in self.gradient(grads, f"{name}.{k}", part)]
        return [grads.get(f"{name}.{t}", np.zeros((1, value.shape[1])))
                for t in range(len(value))]


def repeat(times, body, values):
    count, limit = (layer.fill_constant([1], "int64", n) for n in (0, times))
    return pd.while_loop(lambda i, *_: pd.less_than(i, limit),
                         lambda i, *v: [pd.increment(i), *body(*v)],
                         [count, *values])[1:]


class UnrolledTest(ControlFlowTestCase):

    def compare(self, outputs, inputs, values, write):
        """`write(plain)` gives, for each output, its rows as variables."""
        loss = loss_of(outputs)
        grads = pd.gradients([loss], inputs)
        fetched = self.exe.eval(self.main, feed=values,
                                fetch_list=outputs + grads)
        plain = WrittenOut()
        with pd.program_guard(plain.program):
            parts = [flat(each) for each in write(plain)]
            expected, expected_grads = plain.run(
                [part for each in parts for part in each], parts)
        wanted = iter(expected)
        for actual, each in zip(fetched, parts):
            self.assert_rows(actual, [next(wanted) for _ in each])
        for variable, actual in zip(inputs, fetched[len(outputs):]):
            self.check_numerically(loss, values, variable.name, actual)
            self.assert_rows(actual, plain.gradient(
                expected_grads, variable.name, values[variable.name]))

    def assert_rows(self, actual, parts):
        joined = [np.concatenate([np.reshape(a, (-1, H)) for a in arrays]
                                 or [np.zeros((0, H))])
                  for arrays in (flat(actual), parts)]
        self.assert_same(*joined)

    def test_rnn_inside_rnn(self):
        x, m, u = data("x", [None, H], 2), data("m", [H]), data("u", [H, H])
        outer = pd.rnn()
        with outer.step():
            state = outer.memory(init=m)
            inner = pd.rnn()
            with inner.step():
                h = inner.memory(init=state)
                new = layer.tanh(x + pd.matmul(h, u))
                inner.update_memory(h, new)
                inner.output(new)
            words, = inner()
            outer.update_memory(state, layer.tanh(
                layer.sequence_pool(words, "sum") + state))
            outer.output(words, state)
        values = {"x": [ragged(lengths, H, seed=9 + i)
                        for i, lengths in enumerate(NESTED)],
                  "m": rows(H), "u": rows(H, H, seed=2)}

        def write(plain):
            first = layer.reshape(plain.value("m", values["m"]), [1, H])
            w = plain.value("u", values["u"])
            made, states = [], []
            for document in plain.rows_of("x", values["x"]):
                state = first
                for sentence in document:
                    states.append(state)
                    h, total = state, state
                    for word in sentence:
                        h = layer.tanh(word + pd.matmul(h, w))
                        made.append(h)
                        total = total + h
                    state = layer.tanh(total)
            return made, states

        self.compare(outer(), [x, m, u], values, write)

    def test_while_inside_while(self):
        x, w = data("x", [3, H]), data("w", [H, H])
        outputs = repeat(3, lambda v: repeat(
            2, lambda u: [layer.tanh(pd.matmul(u, w))], [v]), [x])
        values = {"x": rows(3, H), "w": rows(H, H, seed=2)}

        def write(plain):
            v, w = (plain.value(name, values[name]) for name in ("x", "w"))
            for _ in range(6):
                v = layer.tanh(pd.matmul(v, w))
            return [[v]]

        self.compare(outputs, [x, w], values, write)

    def test_rnn_inside_while(self):
        x, m = data("x", [None, H], 1), data("m", [None, H])

        def body(state):
            rnn = pd.rnn()
            with rnn.step():
                h = rnn.memory(init=state)
                new = layer.tanh(x + h)
                rnn.update_memory(h, new)
                rnn.output(new)
            return [layer.sequence_pool(rnn()[0], "sum") + state]

        outputs = repeat(2, body, [m])
        values = {"x": ragged(LENGTHS, H), "m": rows(5, H, seed=2)}

        def write(plain):
            ends = []
            for steps, state in zip(plain.rows_of("x", values["x"]),
                                    plain.rows_of("m", values["m"])):
                for _ in range(2):
                    h, total = state, state
                    for step in steps:
                        h = layer.tanh(step + h)
                        total = total + h
                    state = total
                ends.append(state)
            return [ends]

        self.compare(outputs, [x, m], values, write)

    def test_ifelse_inside_rnn(self):
        x, m = data("x", [None, H], 1), data("m", [None, H])
        w = data("w", [H, H])
        rnn = pd.rnn()
        with rnn.step():
            h = rnn.memory(init=m)
            branch = pd.ifelse()
            with branch.true_block():
                branch.output(layer.tanh(pd.matmul(x, w) + h))
            with branch.false_block():
                branch.output(pd.matmul(h * 0.5, w) + x)
            new, = branch(layer.reduce_sum(x, [1], keep_dim=True) > 0.0)
            rnn.update_memory(h, new)
            rnn.output(new)
        values = {"x": ragged(LENGTHS, H), "m": rows(5, H, seed=2),
                  "w": rows(H, H, seed=3)}

        def write(plain):
            w = plain.value("w", values["w"])
            made = []
            for i, steps in enumerate(plain.rows_of("x", values["x"])):
                h = plain.value(f"m.{i}", values["m"][i:i + 1])
                for t, step in enumerate(steps):
                    if values["x"][i][t].sum() > 0:
                        h = layer.tanh(pd.matmul(step, w) + h)
                    else:
                        h = pd.matmul(h * 0.5, w) + step
                    made.append(h)
            return [made]

        self.compare(rnn(), [x, m, w], values, write)

    def test_a_parameter_in_three_blocks(self):
        x, w = data("x", [None, H], 1), data("w", [H, H])
        hidden = pd.matmul(x, w)
        for _ in range(2):
            rnn = pd.rnn()
            with rnn.step():
                h = rnn.memory(shape=[H], value=0.1, dtype="float64")
                new = layer.tanh(pd.matmul(hidden, w) + h)
                rnn.update_memory(h, new)
                rnn.output(new)
            hidden, = rnn()
        values = {"x": ragged(LENGTHS, H), "w": rows(H, H)}

        def write(plain):
            w = plain.value("w", values["w"])
            made = []
            for steps in plain.rows_of("x", values["x"]):
                steps = [pd.matmul(step, w) for step in steps]
                for _ in range(2):
                    h = layer.fill_constant([1, H], "float64", 0.1)
                    for t, step in enumerate(steps):
                        h = steps[t] = layer.tanh(pd.matmul(step, w) + h)
                made.append(steps)
            return [made]

        self.compare([hidden], [x, w], values, write)

    def test_a_memory_never_updated_and_an_output_never_used(self):
        x, m = data("x", [None, H], 1), data("m", [None, H])
        rnn = pd.rnn()
        with rnn.step():
            kept = rnn.memory(init=m)
            rnn.output(layer.exp(x), x * kept)
        values = {"x": ragged(LENGTHS, H), "m": rows(5, H, seed=2)}

        def write(plain):
            return [[step * m for steps, m in
                     zip(plain.rows_of("x", values["x"]),
                         plain.rows_of("m", values["m"])) for step in steps]]

        self.compare(rnn()[1:], [x, m], values, write)

    def test_ifelse_by_masks(self):
        for mask in ([1, 1, 1, 1], [0, 0, 0, 0], [0, 1, 1, 0]):
            self.setUp()
            x, w = data("x", [None, H]), data("w", [H, H])
            mask_of = layer.data("mask", [None, 1], "bool")
            branch = pd.ifelse()
            with branch.true_block():
                branch.output(layer.tanh(pd.matmul(x, w)))
            with branch.false_block():
                branch.output(pd.matmul(x * x, w))
            values = {"x": rows(4, H), "w": rows(H, H, seed=2),
                      "mask": np.reshape(mask, (-1, 1)).astype(bool)}

            def write(plain):
                w = plain.value("w", values["w"])
                return [[layer.tanh(pd.matmul(x, w)) if holds
                         else pd.matmul(x * x, w) for x, holds in
                         zip(plain.rows_of("x", values["x"]), mask)]]

            self.compare(branch(mask_of), [x, w], values, write)
