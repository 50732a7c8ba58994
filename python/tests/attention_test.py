"""Attention, dense and ragged, beside NumPy and PyTorch."""

import unittest

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase

try:
    import torch
except ImportError:
    torch = None


class AttentionCase(ProgramTestCase):
    def setUp(self):
        super().setUp()
        self.random = np.random.default_rng(3)

    def normal(self, *shape):
        return self.random.normal(size=shape)

    def data(self, name, width, **options):
        x = pd.layer.data(name, [None, None, width] if not options else
                          [None, width], dtype="float64", **options)
        x.stop_gradient = False
        return x


class AttentionTest(AttentionCase):
    def test_a_sequence_attends_as_if_alone(self):
        rows = self.data("rows", 8, lod_level=1)
        out = pd.layer.multi_head_attention(rows, 2, causal=True)
        dense = pd.layer.data("dense", [None, None, 8], dtype="float64")
        alone = pd.layer.scaled_dot_product_attention(
            dense, dense, dense, num_heads=2, causal=True)
        ragged = pd.layer.scaled_dot_product_attention(
            rows, rows, rows, num_heads=2, causal=True)
        self.run_startup()
        batch = [self.normal(n, 8) for n in (3, 0, 7, 1)]
        got, projected = self.eval([ragged, out], rows=batch)
        self.assertEqual([len(a) for a in projected], [3, 0, 7, 1])
        for one, value in zip(batch, got):
            if len(one):
                np.testing.assert_array_equal(
                    value, self.eval(alone, dense=one[None])[0])

    def test_gradients_of_gradients_of_self_attention(self):
        rows = self.data("rows", 6, lod_level=1)
        out = pd.layer.scaled_dot_product_attention(
            rows, rows, rows, num_heads=2, causal=True, dropout_rate=0.3)
        first = pd.gradients([pd.layer.reduce_sum(pd.layer.square(out))],
                             [rows])[0]
        loss = pd.layer.reduce_sum(pd.layer.square(first))
        second = pd.gradients([loss], [rows])[0]
        batch = [self.normal(n, 6) for n in (3, 0, 4)]
        got = np.concatenate(self.eval(second, rows=batch))
        step = 1e-5 * self.normal(7, 6)
        steps = np.split(step, [3, 3])
        above = self.eval(loss, rows=[a + b for a, b in zip(batch, steps)])
        below = self.eval(loss, rows=[a - b for a, b in zip(batch, steps)])
        np.testing.assert_allclose(2 * (got * step).sum(), above - below,
                                   rtol=1e-6)

    def test_gradients_of_ragged_batches_are_those_of_dense_ones(self):
        rows = self.data("rows", 6, lod_level=1)
        memory = self.data("memory", 6, lod_level=1)
        dense_rows = self.data("dense_rows", 6)
        dense_memory = self.data("dense_memory", 6)
        gradients = []
        for q, k in ((rows, memory), (dense_rows, dense_memory)):
            out = pd.layer.scaled_dot_product_attention(q, k, k, num_heads=3)
            gradients += pd.gradients(
                [pd.layer.reduce_sum(pd.layer.square(out))], [q, k])
        a, b = self.normal(4, 5, 6), self.normal(4, 9, 6)
        values = self.eval(gradients, rows=list(a), memory=list(b),
                           dense_rows=a, dense_memory=b)
        np.testing.assert_array_equal(np.stack(values[0]), values[2])
        np.testing.assert_array_equal(np.stack(values[1]), values[3])

    def test_a_mask_hides_keys(self):
        x = self.data("x", 4)
        mask = pd.layer.data("mask", [None, 1, 1, None], dtype="bool")
        out = pd.layer.scaled_dot_product_attention(x, x, x, mask=mask)
        plain = pd.layer.scaled_dot_product_attention(x, x, x)
        value = self.normal(1, 5, 4)
        seen = np.array([[[[True, True, True, False, False]]]])
        got = self.eval(out, x=value, mask=seen)
        np.testing.assert_allclose(
            got[:, :3], self.eval(plain, x=value[:, :3]), rtol=1e-12)
        nothing = self.eval(out, x=value, mask=np.zeros_like(seen))
        np.testing.assert_array_equal(nothing, np.zeros_like(value))

    def test_projections(self):
        x, memory = self.data("x", 8), self.data("memory", 6)
        own = pd.layer.multi_head_attention(x, 1, name="own")
        cross = pd.layer.multi_head_attention(
            x, 2, memory, size=3, key_size=4, value_size=10, bias_attr=False,
            name="cross")
        self.assertEqual((own.shape[2], cross.shape[2]), (8, 3))
        expected = {"cross.q.w_0": (8, 4), "cross.k.w_0": (6, 4),
                    "cross.v.w_0": (6, 10), "cross.out.w_0": (10, 3)}
        for part in ("q", "k", "v", "out"):
            expected[f"own.{part}.w_0"] = (8, 8)
            expected[f"own.{part}.b_0"] = (8,)
        self.assertEqual(
            {p.name: p.shape for p in self.main.all_parameters()}, expected)

    def test_dropout_only_in_training(self):
        x = self.data("x", 4)
        out = pd.layer.scaled_dot_product_attention(x, x, x, dropout_rate=0.5)
        value = self.normal(2, 6, 4)
        first, = self.exe.run(self.main, {"x": value}, [out])
        second, = self.exe.run(self.main, {"x": value}, [out])
        self.assertFalse(np.array_equal(first, second))
        test = self.main.clone(for_test=True)
        a, = self.exe.run(test, {"x": value}, [out.name])
        b, = self.exe.run(test, {"x": value}, [out.name])
        np.testing.assert_array_equal(a, b)

    def test_mistakes(self):
        x = self.data("x", 4)
        with self.assert_fails(ValueError, "not divisible by 3 heads"):
            pd.layer.multi_head_attention(x, 3)
        with self.assert_fails(TypeError, "mask is of type Variable or None"):
            pd.layer.scaled_dot_product_attention(x, x, x, mask="no")


@unittest.skipIf(torch is None, "needs PyTorch")
class TorchTest(AttentionCase):
    def compare(self, ours, theirs):
        for a, b in zip(ours, theirs):
            np.testing.assert_allclose(a, b.detach().numpy(), atol=1e-11)

    def test_products(self):
        function = torch.nn.functional.scaled_dot_product_attention
        for heads, queries, keys, causal in ((1, 3, 5, False), (4, 6, 6, True),
                                             (2, 300, 200, False),
                                             (2, 250, 250, True)):
            with self.subTest(heads=heads, queries=queries):
                self.setUp()
                names = "q", "k", "v"
                x = [self.data(name, 8) for name in names]
                out = pd.layer.scaled_dot_product_attention(
                    *x, num_heads=heads, causal=causal)
                fetches = [out] + pd.gradients(
                    [pd.layer.reduce_sum(pd.layer.square(out))], x)
                feed = {"q": self.normal(2, queries, 8),
                        "k": self.normal(2, keys, 8),
                        "v": self.normal(2, keys, 8)}
                peers = [torch.tensor(feed[n], requires_grad=True)
                         for n in names]
                split = [p.unflatten(2, (heads, -1)).transpose(1, 2)
                         for p in peers]
                expected = function(*split, is_causal=causal)
                expected = expected.transpose(1, 2).flatten(2)
                expected.square().sum().backward()
                self.compare(self.eval(fetches, **feed),
                             [expected] + [p.grad for p in peers])

    def test_multi_head_attention(self):
        x, memory = self.data("x", 8), self.data("memory", 8)
        out = pd.layer.multi_head_attention(x, 2, memory, name="a")
        cost = pd.layer.reduce_sum(pd.layer.square(out))
        gradients = dict((p.name, g) for p, g in pd.append_backward(cost))
        self.run_startup()
        peer = torch.nn.MultiheadAttention(8, 2, batch_first=True,
                                           dtype=torch.float64)
        with torch.no_grad():
            peer.in_proj_weight.copy_(torch.tensor(np.concatenate(
                [self.value(f"a.{n}.w_0").T for n in "qkv"])))
            peer.out_proj.weight.copy_(torch.tensor(
                self.value("a.out.w_0").T.copy()))
        feed = {"x": self.normal(3, 4, 8), "memory": self.normal(3, 6, 8)}
        expected, _ = peer(torch.tensor(feed["x"]),
                           *[torch.tensor(feed["memory"])] * 2)
        expected.square().sum().backward()
        ours = self.eval([out] + [gradients[f"a.{n}.w_0"] for n in "qkv"] +
                         [gradients["a.out.b_0"]], **feed)
        weights = peer.in_proj_weight.grad.unflatten(0, (3, 8))
        self.compare(ours, [expected] + [w.T for w in weights] +
                     [peer.out_proj.bias.grad])
