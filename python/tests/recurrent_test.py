"""Recurrent networks over sequences of different lengths; nested ones are in
unrolled_test.py."""

import numpy as np

import paddle as pd
from control_flow_util import (
    ControlFlowTestCase, Unrolled, data, loss_of, ragged, rows)

D, H = 3, 2
LENGTHS = [2, 0, 4, 1, 4]
layer = pd.layer


def cell(x, h, w, u):
    return layer.tanh(pd.matmul(x, w) + pd.matmul(h, u))


def feed(lengths=LENGTHS):
    return {"x": ragged(lengths, D), "m": rows(len(lengths), H, seed=2),
            "w": rows(D, H, seed=3), "u": rows(H, H, seed=4)}


def simple_rnn(reverse=False):
    """Variables x, m, w, u and the outputs of a plain recurrent network."""
    x, m = data("x", [None, D], 1), data("m", [None, H])
    w, u = data("w", [D, H]), data("u", [H, H])
    rnn = pd.rnn(reverse)
    with rnn.step():
        h = rnn.memory(init=m)
        new = cell(x, rnn.previous_memory(h), w, u)
        rnn.update_memory(h, new)
        rnn.output(new)
    return [x, m, w, u], rnn()


def unrolled(values, reverse=False):
    """Outputs and gradients of simple_rnn, sequence by sequence."""
    plain = Unrolled()
    with pd.program_guard(plain.program):
        w, u = plain.value("w", values["w"]), plain.value("u", values["u"])
        outputs = []
        for i, sequence in enumerate(values["x"]):
            h = plain.value(f"m{i}", values["m"][i:i + 1])
            steps = list(range(len(sequence)))
            made = {}
            for t in reversed(steps) if reverse else steps:
                x = plain.value(f"x{i}_{t}", sequence[t:t + 1])
                h = made[t] = cell(x, h, w, u)
            outputs.append([made[t] for t in steps])
        all_steps = [step for steps in outputs for step in steps]
        fetched, grads = plain.run(all_steps, [all_steps])
    steps = iter(fetched)
    out = [np.concatenate([next(steps) for _ in s] or [np.zeros((0, H))])
           for s in outputs]
    return out, {
        "w": grads["w"], "u": grads["u"],
        "m": np.concatenate([grads[f"m{i}"] for i in range(len(outputs))]),
        "x": [np.concatenate([grads[f"x{i}_{t}"] for t in range(len(s))]
                             or [np.zeros((0, D))])
              for i, s in enumerate(outputs)]}


class RaggedTest(ControlFlowTestCase):

    def check(self, reverse, lengths=LENGTHS):
        inputs, outputs = simple_rnn(reverse)
        values = feed(lengths)
        actual, grads = self.run_with_gradients(outputs, inputs, values)
        expected, expected_grads = unrolled(values, reverse)
        self.assert_same(actual[0], expected)
        for name, grad in expected_grads.items():
            self.assert_same(grads[name], grad)

    def test_forwards(self):
        self.check(reverse=False)

    def test_in_reverse(self):
        self.check(reverse=True)

    def test_one_sequence_of_one_step(self):
        self.check(False, [1])

    def test_a_ragged_batch_is_each_sequence_alone(self):
        _, (y,) = simple_rnn()
        values = feed()
        together = self.eval(y, **values)
        for i, sequence in enumerate(values["x"]):
            alone, = self.eval(y, **{**values, "x": [sequence],
                                     "m": values["m"][i:i + 1]})
            self.assert_same(together[i], alone)

    def test_the_order_of_sequences_does_not_matter(self):
        _, (y,) = simple_rnn()
        values = feed()
        order = np.argsort([-n for n in LENGTHS], kind="stable")
        ranked = self.eval(y, **{**values, "m": values["m"][order],
                                 "x": [values["x"][i] for i in order]})
        together = self.eval(y, **values)
        for rank, i in enumerate(order):
            np.testing.assert_array_equal(ranked[rank], together[i])

    def test_empty_sequences_alone(self):
        inputs, outputs = simple_rnn()
        values = feed([0, 0])
        actual, grads = self.run_with_gradients(outputs, inputs, values)
        self.assertEqual([a.shape for a in actual[0]], [(0, H)] * 2)
        np.testing.assert_array_equal(grads["w"], np.zeros((D, H)))
        np.testing.assert_array_equal(grads["m"], np.zeros((2, H)))

    def test_after_training_nothing_of_the_steps_is_left_in_the_scope(self):
        _, (y,) = simple_rnn()
        self.eval(y, **feed())
        self.assertEqual(self.scope.local_names(), ["@STEP@"])


class MemoryTest(ControlFlowTestCase):

    def test_one_row_starts_every_sequence(self):
        x, m = data("x", [None, H], 1), data("m", [H])
        rnn = pd.rnn()
        with rnn.step():
            h = rnn.memory(init=m)
            new = layer.tanh(x * h)
            rnn.update_memory(h, new)
            rnn.output(new)
        values = {"x": ragged(LENGTHS, H), "m": rows(H)}
        actual, _ = self.run_with_gradients(rnn(), [x, m], values)
        for sequence, out in zip(values["x"], actual[0]):
            h = values["m"]
            for t, step in enumerate(sequence):
                h = np.tanh(step * h)
                self.assert_same(out[t], h)

    def test_by_shape_and_value(self):
        x = data("x", [None, H], 1)
        rnn = pd.rnn()
        with rnn.step():
            total = rnn.memory(shape=[H], value=2.0, dtype="float64")
            new = total + x
            rnn.update_memory(total, new)
            rnn.output(new)
        values = {"x": ragged(LENGTHS, H)}
        actual, _ = self.run_with_gradients(rnn(), [x], values)
        self.assert_same(actual[0],
                         [2 + np.cumsum(s, axis=0) for s in values["x"]])

    def test_a_memory_never_updated_keeps_its_value(self):
        x, m = data("x", [None, H], 1), data("m", [None, H])
        rnn = pd.rnn()
        with rnn.step():
            kept = rnn.memory(init=m)
            rnn.output(x * kept)
        values = {"x": ragged(LENGTHS, H), "m": rows(len(LENGTHS), H)}
        actual, _ = self.run_with_gradients(rnn(), [x, m], values)
        self.assert_same(actual[0], [s * m for s, m in zip(values["x"],
                                                           values["m"])])

    def test_two_memories_and_an_output_nobody_uses(self):
        x, m = data("x", [None, H], 1), data("m", [None, H])
        twice = m * 2.0
        rnn = pd.rnn()
        with rnn.step():
            a, b = rnn.memory(init=m), rnn.memory(init=twice)
            new_a, new_b = layer.tanh(a + b + x), a * b
            rnn.update_memory(a, new_a)
            rnn.update_memory(b, new_b)
            rnn.output(new_b, layer.exp(x), new_a)
        out_b, _, out_a = rnn()
        values = {"x": ragged(LENGTHS, H), "m": rows(len(LENGTHS), H)}
        actual, _ = self.run_with_gradients([out_b, out_a], [x, m], values)
        for i, sequence in enumerate(values["x"]):
            a, b = values["m"][i], values["m"][i] * 2
            for t, step in enumerate(sequence):
                a, b = np.tanh(a + b + step), a * b
                self.assert_same(actual[0][i][t], b)
                self.assert_same(actual[1][i][t], a)


class InputsTest(ControlFlowTestCase):

    def test_dense_steps(self):
        x, m = data("x", [3, 4, H]), data("m", [4, H])
        u = data("u", [H, H])
        for reverse in (False, True):
            rnn = pd.rnn(reverse)
            with rnn.step():
                step = rnn.step_input(x)
                h = rnn.memory(init=m)
                new = layer.tanh(step + pd.matmul(h, u))
                rnn.update_memory(h, new)
                rnn.output(new)
            values = {"x": rows(3, 4, H), "m": rows(4, H), "u": rows(H, H)}
            actual, _ = self.run_with_gradients(rnn(), [x, m, u], values)
            h = values["m"]
            for t in reversed(range(3)) if reverse else range(3):
                h = np.tanh(values["x"][t] + h @ values["u"])
                self.assert_same(actual[0][t], h)

    def test_static_rows_and_sequences_stay_with_their_sequence(self):
        x, s = data("x", [None, H], 1), data("s", [None, H])
        memory_of = data("memory_of", [None, H], 1)
        rnn = pd.rnn()
        with rnn.step():
            row = rnn.static_input(s)
            whole = rnn.static_input(memory_of)
            total = layer.sequence_pool(whole, "sum")
            rnn.output(x * row + total)
        lengths = [3, 1, 0, 2, 5]
        values = {"x": ragged(LENGTHS, H), "s": rows(5, H, seed=7),
                  "memory_of": ragged(lengths, H, seed=8)}
        actual, _ = self.run_with_gradients(rnn(), [x, s, memory_of], values)
        for i, sequence in enumerate(values["x"]):
            self.assert_same(actual[0][i], sequence * values["s"][i]
                             + values["memory_of"][i].sum(axis=0))

    def test_two_inputs(self):
        x, y = data("x", [None, H], 1), data("y", [None, H], 1)
        rnn = pd.rnn()
        with rnn.step():
            rnn.output(x * y + x)
        values = {"x": ragged(LENGTHS, H), "y": ragged(LENGTHS, H, seed=5)}
        actual, _ = self.run_with_gradients(rnn(), [x, y], values)
        self.assert_same(actual[0], [a * b + a for a, b in zip(values["x"],
                                                               values["y"])])


class FusedTest(ControlFlowTestCase):
    """The fused operators beside the same cells written with rnn()."""

    def values(self, gates):
        n = len(LENGTHS)
        return {"x": ragged(LENGTHS, gates * H), "w": rows(H, gates * H),
                "b": rows(1, gates * H, seed=2), "h0": rows(n, H, seed=3),
                "c0": rows(n, H, seed=4)}

    def compare(self, fused, written, inputs, values):
        both = []
        for outputs in (fused, written):
            grads = pd.gradients([loss_of(outputs)], inputs)
            both.append(self.exe.eval(self.main, feed=values,
                                      fetch_list=outputs + grads))
        for a, b in zip(*both):
            self.assert_same(a, b)

    def test_lstm(self):
        for reverse in (False, True):
            self.setUp()
            values = self.values(4)
            x, w, b = (data("x", [None, 4 * H], 1), data("w", [H, 4 * H]),
                       data("b", [1, 4 * H]))
            h0, c0 = data("h0", [None, H]), data("c0", [None, H])
            made = layer.ops.lstm(x, w, h0, c0, b, use_peepholes=False,
                                  is_reverse=reverse)
            rnn = pd.rnn(reverse)
            with rnn.step():
                h, c = rnn.memory(init=h0), rnn.memory(init=c0)
                g, i, f, o = layer.split(x + b + pd.matmul(h, w), 4, 1)
                cell = (layer.sigmoid(f) * c
                        + layer.sigmoid(i) * layer.tanh(g))
                hidden = layer.sigmoid(o) * layer.tanh(cell)
                rnn.update_memory(h, hidden)
                rnn.update_memory(c, cell)
                rnn.output(hidden, cell)
            self.compare([made.hidden, made.cell], rnn(), [x, w, b, h0, c0],
                         values)

    def test_gru(self):
        for reverse in (False, True):
            self.setUp()
            values = self.values(3)
            del values["c0"]
            values["w2"], values["w"] = rows(H, 2 * H), rows(H, H, seed=5)
            x, b, h0 = (data("x", [None, 3 * H], 1), data("b", [1, 3 * H]),
                        data("h0", [None, H]))
            w2, w = data("w2", [H, 2 * H]), data("w", [H, H])
            weight = layer.reshape(
                layer.concat([layer.reshape(w2, [-1]), layer.reshape(w, [-1])],
                             0), [H, 3 * H])
            made = layer.ops.gru(x, weight, h0, b, is_reverse=reverse)
            rnn = pd.rnn(reverse)
            with rnn.step():
                h = rnn.memory(init=h0)
                u, r, g = layer.split(x + b, 3, 1)
                of_u, of_r = layer.split(pd.matmul(h, w2), 2, 1)
                u, r = layer.sigmoid(u + of_u), layer.sigmoid(r + of_r)
                new = h + u * (layer.tanh(g + pd.matmul(r * h, w)) - h)
                rnn.update_memory(h, new)
                rnn.output(new)
            self.compare([made], rnn(), [x, w2, w, b, h0], values)


class BadInputTest(ControlFlowTestCase):

    def test_sequences_of_unequal_lengths(self):
        x, y = data("x", [None, H], 1), data("y", [None, H], 1)
        rnn = pd.rnn()
        with rnn.step():
            rnn.output(x + y)
        with self.assertRaisesRegex(ValueError, r"(?s)different lengths.*"
                                    r"recurrent_test\.py, line"):
            out, = rnn()
            self.eval(out, x=ragged([1, 2], H), y=ragged([2, 1], H))

    def test_a_memory_updated_with_another_shape(self):
        x = data("x", [None, H], 1)
        rnn = pd.rnn()
        blocks = self.main.num_blocks
        with self.assertRaisesRegex(ValueError, "must stay the same"):
            with rnn.step():
                h = rnn.memory(shape=[H + 1], dtype="float64")
                rnn.update_memory(h, x)
        self.assertEqual(self.main.num_blocks, blocks)

    def test_a_local_read_from_outside(self):
        x = data("x", [None, H], 1)
        rnn = pd.rnn()
        with rnn.step():
            inside = layer.tanh(x)
            rnn.output(inside)
        rnn()
        with self.assert_fails(ValueError, "cannot be seen from block 0"):
            layer.tanh(inside)
        with self.assertRaisesRegex(KeyError, inside.name):
            pd.get_variable(inside.name)

    def test_a_row_too_many_in_an_initial_state(self):
        _, (y,) = simple_rnn()
        with self.assertRaisesRegex(ValueError, "not a row for each of the 5"):
            self.eval(y, **{**feed(), "m": rows(6, H)})

    def test_no_steps_no_output_and_wrong_places(self):
        x = data("x", [None, H], 1)
        rnn = pd.rnn()
        with self.assertRaisesRegex(RuntimeError, "inside the block"):
            rnn.step_input(x)
        with rnn.step():
            rnn.output(layer.fill_constant([1], "float64", 1.0))
        with self.assertRaisesRegex(ValueError, "reads no sequence"):
            rnn()
        with self.assertRaisesRegex(ValueError, "before the block"):
            with pd.rnn().step():
                rnn = pd.rnn()
                with rnn.step():
                    rnn.memory(init=layer.fill_constant([1], "float64", 1.0))
        with self.assertRaisesRegex(RuntimeError, "inside the block of an rnn"):
            x.as_step_input()
