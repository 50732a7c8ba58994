"""Recurrent layers over sequences."""

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def lstm(x, w, b, h, c):
    """Computes one sequence, without peepholes."""
    hidden = []
    for row in x:
        g, i, f, o = np.split(row + h @ w + b[0], 4)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
        hidden.append(h)
    return hidden


def lstmp(x, w, projection, b, r, c, clip):
    """Computes one sequence with a projection, without peepholes."""
    projected = []
    for row in x:
        g, i, f, o = np.split(row + r @ w + b[0], 4)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
        r = np.clip(np.tanh(h @ projection), -clip, clip)
        projected.append(r)
    return projected


def gru(x, w, b, h):
    size = h.shape[0]
    w_ur = w.reshape(-1)[:2 * size * size].reshape(size, 2 * size)
    w_g = w.reshape(-1)[2 * size * size:].reshape(size, size)
    hidden = []
    for row in x:
        a = row + b[0]
        u, r = np.split(sigmoid(a[:2 * size] + h @ w_ur), 2)
        g = np.tanh(a[2 * size:] + (r * h) @ w_g)
        h = (1 - u) * h + u * g
        hidden.append(h)
    return hidden


def gru_reset_after(x, w, b, h):
    size = h.shape[0]
    hidden = []
    for row in x:
        a, p = row + b[0, :3 * size], h @ w
        u, r = np.split(sigmoid(a[:2 * size] + p[:2 * size]), 2)
        g = np.tanh(a[2 * size:] + r * (p[2 * size:] + b[0, 3 * size:]))
        h = (1 - u) * h + u * g
        hidden.append(h)
    return hidden


class RecurrentLayersTest(ProgramTestCase):
    lengths = [2, 0, 3]

    def started(self, *names):
        """The first values of parameters."""
        self.run_startup()
        return [self.value(name) for name in names]

    def run_on(self, fetches, rows, **feed):
        feed["x"] = pd.LoDTensor(rows, [self.lengths])
        return [np.array(value) for value in self.exe.run(
            self.main, feed, fetches, return_numpy=False)]

    def sequences(self, rows):
        return np.split(rows, np.cumsum(self.lengths)[:-1])

    def test_lstm_in_both_directions(self):
        x = pd.layer.data("x", [None, 8], lod_level=1)
        h = pd.layer.data("h", [None, 2])
        c = pd.layer.data("c", [None, 2])
        forth, cell = pd.layer.dynamic_lstm(
            x, 8, h_0=h, c_0=c, use_peepholes=False, param_attr="w",
            bias_attr=pd.initializer.Uniform(-1.0, 1.0), name="forth")
        back, _ = pd.layer.dynamic_lstm(
            x, 8, use_peepholes=False, param_attr="w",
            bias_attr="forth.b_0", is_reverse=True)
        w, b = self.started("w", "forth.b_0")
        rows, h0, c0 = random(5, 8), random(3, 2), random(3, 2)
        got_forth, got_back, got_cell = self.run_on(
            [forth, back, cell], rows, h=h0, c=c0)
        want_forth, want_back = [], []
        for i, each in enumerate(self.sequences(rows)):
            want_forth += lstm(each, w, b, h0[i], c0[i])
            want_back += lstm(each[::-1], w, b, np.zeros(2),
                              np.zeros(2))[::-1]
        np.testing.assert_allclose(got_forth, want_forth, rtol=1e-5)
        np.testing.assert_allclose(got_back, want_back, rtol=1e-5)
        self.assertEqual(got_cell.shape, (5, 2))

    def test_lstm_with_a_projection(self):
        x = pd.layer.data("x", [None, 12], lod_level=1)
        r = pd.layer.data("r", [None, 2])
        c = pd.layer.data("c", [None, 3])
        forth, cell = pd.layer.dynamic_lstmp(
            x, 12, 2, h_0=r, c_0=c, use_peepholes=False, param_attr="w",
            proj_attr="projection", proj_clip=0.2,
            bias_attr=pd.initializer.Uniform(-1.0, 1.0), name="forth")
        back, _ = pd.layer.dynamic_lstmp(
            x, 12, 2, use_peepholes=False, param_attr="w",
            proj_attr="projection", bias_attr="forth.b_0", is_reverse=True)
        w, projection, b = self.started("w", "projection", "forth.b_0")
        self.assertEqual(projection.shape, (3, 2))
        rows, r0, c0 = random(5, 12), random(3, 2), random(3, 3)
        got_forth, got_back, got_cell = self.run_on(
            [forth, back, cell], rows, r=r0, c=c0)
        want_forth, want_back = [], []
        for i, each in enumerate(self.sequences(rows)):
            want_forth += lstmp(each, w, projection, b, r0[i], c0[i], 0.2)
            want_back += lstmp(each[::-1], w, projection, b, np.zeros(2),
                               np.zeros(3), 1)[::-1]
        np.testing.assert_allclose(got_forth, want_forth, rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(got_back, want_back, rtol=1e-5, atol=1e-6)
        self.assertEqual(np.abs(got_forth).max(), np.float32(0.2))
        self.assertEqual(got_cell.shape, (5, 3))

    def test_gru(self):
        for reset_after, reference in ((False, gru), (True, gru_reset_after)):
            self.setUp()
            x = pd.layer.data("x", [None, 6], lod_level=1)
            hidden = pd.layer.dynamic_gru(
                x, 2, param_attr="w",
                bias_attr=pd.initializer.Uniform(-1.0, 1.0), name="unit",
                reset_after=reset_after)
            w, b = self.started("w", "unit.b_0")
            rows = random(5, 6)
            got, = self.run_on([hidden], rows)
            want = []
            for each in self.sequences(rows):
                want += reference(each, w, b, np.zeros(2))
            np.testing.assert_allclose(got, want, rtol=1e-5)

    def test_gru_steps_may_reset_afterwards(self):
        x = pd.layer.data("x", [None, 6], lod_level=1)
        state = pd.layer.data("state", [None, 2])
        after = pd.layer.gru_unit(
            x, state, 6, param_attr="w", reset_after=True,
            bias_attr=pd.initializer.Uniform(-1.0, 1.0), name="unit")
        w, b = self.started("w", "unit.b_0")
        rows, before = random(5, 6), random(5, 2)
        got, = self.run_on([after], rows, state=before)
        want = [gru_reset_after([row], w, b, h)[0]
                for row, h in zip(rows, before)]
        np.testing.assert_allclose(got, want, rtol=1e-5)

    def test_units_are_one_step(self):
        x = pd.layer.data("x", [None, 6], lod_level=1)
        state = pd.layer.data("state", [None, 2])
        after = pd.layer.gru_unit(x, state, 6, param_attr="w",
                                  bias_attr=False)
        hidden, cell = pd.layer.lstm_unit(x, state, state, forget_bias=1.0)
        w, = self.started("w")
        rows, before = random(5, 6), random(5, 2)
        got, h, c = self.run_on([after, hidden, cell], rows,
                                state=before)
        want = [gru([row], w, np.zeros((1, 6)), h)[0]
                for row, h in zip(rows, before)]
        np.testing.assert_allclose(got, want, rtol=1e-5)
        self.assertEqual(h.shape, (5, 2))
        self.assertEqual(c.shape, (5, 2))

    def test_a_stack_learns_the_order_of_words(self):
        """The class is whether the 1 comes before the 2."""
        words = pd.layer.data("x", [None, 1], "int64", lod_level=1)
        label = pd.layer.data("label", [None, 1], "int64")
        x = pd.layer.embedding(words, [3, 8])
        for reverse in (False, True):
            x, _ = pd.layer.dynamic_lstm(
                pd.layer.fc(x, 32, bias_attr=False), 32, is_reverse=reverse)
        x = pd.layer.dynamic_gru(pd.layer.fc(x, 24, bias_attr=False), 8)
        logits = pd.layer.fc(pd.layer.sequence_pool(x, "last"), 2)
        loss = pd.layer.mean(
            pd.layer.softmax_with_cross_entropy(logits, label))
        pd.optimizer.Adam(learning_rate=0.02).minimize(loss)
        self.run_startup()
        generator = np.random.default_rng(0)
        for _ in range(60):
            self.lengths = generator.integers(2, 12, size=16).tolist()
            rows, labels = [], []
            for length in self.lengths:
                first, second = sorted(
                    generator.choice(length, 2, replace=False))
                kind = int(generator.integers(2))
                sentence = np.zeros(length, "int64")
                sentence[first], sentence[second] = (2, 1) if kind else (1, 2)
                rows.append(sentence)
                labels.append(kind)
            cost, = self.run_on([loss], np.concatenate(rows)[:, None],
                                label=np.array(labels)[:, None])
        self.assertLess(float(cost), 0.1)

    def test_parameters_and_options(self):
        x = pd.layer.data("x", [None, 12], lod_level=1)
        h3, c3, h4 = (pd.layer.data(name, [None, width])
                      for name, width in (("h", 3), ("c", 3), ("h4", 4)))
        made = [*pd.layer.dynamic_lstm(x, 12), *pd.layer.dynamic_lstm(
            x, 12, h_0=h3, c_0=c3, use_peepholes=False, is_reverse=True,
            candidate_activation="relu", name="back")]
        made += [pd.layer.dynamic_gru(x, 4, h_0=h4, bias_attr=False,
                                      origin_mode=True),
                 *pd.layer.lstm_unit(pd.layer.data("x5", [None, 5]), h3, c3,
                                     1.0, param_attr="w"),
                 pd.layer.gru_unit(pd.layer.data("x12", [None, 12]), h4, 12)]
        self.assertEqual([v.shape[1] for v in made], [3] * 4 + [4, 3, 3, 4])
        shapes = {"lstm_0.w_0": (3, 12), "lstm_0.b_0": (1, 21),
                  "back.w_0": (3, 12), "back.b_0": (1, 12),
                  "gru_0.w_0": (4, 12), "w": (8, 12),
                  "gru_unit_0.w_0": (4, 12), "gru_unit_0.b_0": (1, 12)}
        found = {p.name: p.shape for p in self.main.all_parameters()}
        self.assertEqual({name: found[name] for name in shapes}, shapes)
        self.assertFalse(any(n.startswith("gru_0.b") for n in found))
        for part in ("H0=h, C0=c, Weight=back.w_0, Bias=back.b_0",
                     "is_reverse=true", 'candidate_activation="relu"',
                     "gru(Input=x, H0=h4, Weight=gru_0.w_0,",
                     "origin_mode=true", "C_prev=c, forget_bias=1"):
            self.assertIn(part, self.written())

    def test_sizes_that_do_not_fit(self):
        layer, x = pd.layer, pd.layer.data("x", [None, 10], lod_level=1)
        wide = layer.data("wide", [None, 12], lod_level=1)
        self.refused(
            (ValueError, "the size of lstm_0 is 10, not 4 times that of a "
             "state", layer.dynamic_lstm, x, 10),
            (ValueError, "Input [rows, 4 * D] and Weight [D, 4 * D]",
             layer.dynamic_lstm, x, 8),
            (ValueError, "the size of lstmp_0 is 10, not 4 times that of a "
             "state", layer.dynamic_lstmp, x, 10, 3),
            (ValueError, "the proj_size of lstmp_1 is 0", layer.dynamic_lstmp,
             wide, 12, 0),
            (ValueError, "the size of gru_0 is 0", layer.dynamic_gru, x, 0),
            (ValueError, "the size of gru_unit_0 is 10, not 3 times that of a "
             "state", layer.gru_unit, x, x, 10),
            (ValueError, "takes a cell [batch, D], not c [3]", layer.lstm_unit,
             x, x, layer.data("c", [3])),
            (ValueError, "the peepholes of lstm are a part of Bias, which is "
             "missing", lambda: layer.dynamic_lstm(wide, 12, bias_attr=False)))

    def test_mistakes_are_told(self):
        x = pd.layer.data("x", [None, 8], lod_level=1)
        with self.assertRaisesRegex(ValueError, "size of lstm_0 is 6, not 4"):
            pd.layer.dynamic_lstm(x, 6)
        with self.assertRaisesRegex(ValueError, "gate_activation.*softmax"):
            pd.layer.dynamic_lstm(x, 8, gate_activation="softmax")
        with self.assertRaisesRegex(TypeError,
                                    "dynamic_lstm: h_0 is of type Variable "
                                    "or None"):
            pd.layer.dynamic_lstm(x, 8, h_0=np.zeros((2, 2)))
        flat = pd.layer.data("flat", [None, 8])
        with self.assertRaisesRegex(ValueError, "form no sequences"):
            pd.layer.dynamic_lstm(flat, 8)
