"""Layers that normalise, and weight normalisation."""

import unittest

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random

try:
    import torch
    from torch.nn.utils import parametrizations
except ImportError:
    torch = None

layer = pd.layer


def normalized(x, axes, epsilon=1e-5):
    mean = x.mean(axes, keepdims=True)
    return (x - mean) / np.sqrt(x.var(axes, keepdims=True) + epsilon)


class NormLayersTest(ProgramTestCase):

    def check(self, out, expected, **feed):
        self.run_startup()
        np.testing.assert_allclose(self.eval(out, **feed), expected, atol=1e-5)

    def test_layer_norm(self):
        x, xs = layer.data("x", [None, 3, 4]), random(5, 3, 4)
        y = layer.layer_norm(x, param_attr="w", bias_attr="b", act="tanh")
        self.assertEqual(y.shape, (-1, 3, 4))
        self.check(y, np.tanh(normalized(xs, (1, 2))), x=xs)
        self.assertEqual(self.value("w").shape, (12,))
        self.set_value("w", np.arange(12, dtype="float32"))
        self.set_value("b", np.ones(12, "float32"))
        scale = np.arange(12).reshape(3, 4)
        np.testing.assert_allclose(
            self.eval(y, x=xs), np.tanh(normalized(xs, (1, 2)) * scale + 1),
            atol=1e-5)

    def test_layer_norm_of_a_last_axis_without_parameters(self):
        x, xs = layer.data("x", [None, 3, 4]), random(5, 3, 4)
        for y in (layer.layer_norm(x, False, False, begin_norm_axis=-1),
                  layer.layer_norm(x, begin_norm_axis=2, param_attr=False,
                                   bias_attr=False)):
            self.check(y, normalized(xs, -1), x=xs)
        self.assertEqual(self.startup.global_block().ops, [])

    def test_rms_norm(self):
        x, xs = layer.data("x", [None, 3, 4]), random(5, 3, 4)
        rms = np.sqrt((xs**2).mean(-1, keepdims=True) + 1e-6)
        self.check(layer.rms_norm(x), xs / rms, x=xs)
        self.assertEqual(self.value("rms_norm_0.w_0").shape, (4,))

    def test_norms_of_images(self):
        x, xs = layer.data("x", [None, 4, 3, 2]), random(5, 4, 3, 2)
        groups = normalized(xs.reshape(5, 2, 12), -1).reshape(xs.shape)
        self.check(layer.group_norm(x, 2), groups, x=xs)
        self.check(layer.instance_norm(x, act="tanh"),
                   np.tanh(normalized(xs, (2, 3))), x=xs)

    def test_without_parameters(self):
        x, xs = layer.data("x", [None, 4, 3]), random(5, 4, 3)
        self.check(layer.l2_normalize(x, 1),
                   xs / np.linalg.norm(xs, axis=1, keepdims=True), x=xs)
        self.check(layer.lrn(x, n=1, k=2.0, alpha=0.5, beta=2.0),
                   xs / (2 + 0.5 * xs**2)**2, x=xs)
        self.check(layer.log_softmax(x, axis=1), xs - np.log(
            np.exp(xs).sum(1, keepdims=True)), x=xs)
        self.check(layer.maxout(x, 2), xs.reshape(5, 2, 2, 3).max(2), x=xs)

    def test_cos_sim(self):
        x, y = layer.data("x", [None, 4]), layer.data("y", [None, 4])
        xs, ys = random(5, 4), random(5, 4, seed=2)
        lengths = np.linalg.norm(xs, axis=1) * np.linalg.norm(ys, axis=1)
        self.check(layer.cos_sim(x, y),
                   ((xs * ys).sum(1) / lengths)[:, None], x=xs, y=ys)

    def test_halves_have_float_parameters(self):
        x = layer.data("x", [None, 8], "float16")
        y = layer.layer_norm(x, param_attr="w")
        flow = layer.data("flow", [None, 8])
        grad, = pd.gradients([layer.cast(y, "float32") * flow],
                             [pd.get_variable("w")])
        self.assertEqual((y.dtype, grad.dtype), ("float16", "float32"))
        xs = random(4, 8).astype("float16")
        self.run_startup()
        got, slope = self.eval([y, grad], x=xs, flow=random(4, 8))
        expected = normalized(xs.astype("float64"), 1)
        np.testing.assert_allclose(got, expected, atol=2e-3)
        np.testing.assert_allclose(
            slope, (expected * random(4, 8)).sum(0), atol=1e-2)

    def test_parameters_are_of_float32(self):
        x = layer.data("x", [None, 6, 2], "bfloat16")
        for y in (layer.layer_norm(x), layer.rms_norm(x),
                  layer.group_norm(x, 2), layer.batch_norm(x)):
            self.assertEqual(y.dtype, "bfloat16")
        for name in ("layer_norm_0.w_0", "layer_norm_0.b_0", "rms_norm_0.w_0",
                     "group_norm_0.w_0", "batch_norm_0.w_0",
                     "batch_norm_0.mean_0"):
            self.assertEqual(pd.get_variable(name).dtype, "float32", name)

    def test_images_of_any_size(self):
        x = layer.data("x", [None, 6, None, None])
        none = dict(param_attr=False, bias_attr=False)
        for y in (layer.group_norm(x, 3, **none),
                  layer.instance_norm(x, **none)):
            self.assertEqual(y.shape, x.shape)
        self.assertEqual(self.startup.global_block().ops, [])
        for y in (layer.group_norm(x, 3, name="g"),
                  layer.instance_norm(x, name="i")):
            self.assertEqual(y.shape, x.shape)
        for name in ("g.w_0", "g.b_0", "i.w_0", "i.b_0"):
            self.assertEqual(pd.get_variable(name).shape, (6,), name)

    def test_mistakes(self):
        x = layer.data("x", [None, 4, None])
        with self.assert_fails(ValueError, "layer_norm_0", "in advance"):
            layer.layer_norm(x)
        with self.assert_fails(ValueError, "known in advance"):
            layer.layer_norm(x, param_attr=False, bias_attr=False)
        with self.assert_fails(ValueError, "[N, C, ...], not y [3] float32"):
            layer.instance_norm(layer.data("y", [3]))
        with self.assert_fails(ValueError, "3 groups do not divide"):
            layer.group_norm(x, 3)
        with self.assertRaisesRegex(TypeError, "group_norm: groups is of type"):
            layer.group_norm(x, "two")


class WeightNormTest(ProgramTestCase):

    def fc(self, x, dim, **settings):
        return layer.fc(x, 3, param_attr=pd.WeightNormParamAttr(
            dim, name="w", **settings), bias_attr=False)

    def test_begins_with_the_same_weight(self):
        values = random(4, 3)
        initial = pd.initializer.Values(values)
        x, xs = layer.data("x", [None, 4]), random(2, 4)
        for name, dim, axes in (("a", None, None), ("b", 1, 0), ("c", -2, 1)):
            y = layer.fc(x, 3, bias_attr=False, param_attr=(
                pd.WeightNormParamAttr(dim, name=name, initializer=initial)))
            self.run_startup()
            np.testing.assert_allclose(self.eval(y, x=xs), xs @ values,
                                       atol=1e-6)
            np.testing.assert_allclose(
                self.value(name + ".g"), np.linalg.norm(
                    values, axis=axes, keepdims=dim is not None), rtol=1e-6)

    def test_settings_are_those_of_both(self):
        self.fc(layer.data("x", [None, 4]), 0, trainable=False)
        for name in ("w.v", "w.g"):
            self.assertFalse(pd.get_variable(name).trainable)
        self.assertEqual(pd.WeightNormParamAttr(1, learning_rate=2.0,
                                                name="n").learning_rate, 2)

    def parameter(self, dim, name, shape=(2, 3)):
        return layer.create_parameter(
            list(shape), attr=pd.WeightNormParamAttr(dim, name=name))

    def test_a_scale_for_each_of_an_axis(self):
        for dim, shape, scale in ((None, (2, 3, 4), ()), (0, (5,), (5,)),
                                  (0, (2, 3, 4), (2, 1, 1)),
                                  (-1, (2, 3, 4), (1, 1, 4))):
            with self.subTest(dim=dim, shape=shape):
                name = f"w{dim}of{len(shape)}"
                self.assertEqual(self.parameter(dim, name, shape).shape, shape)
                self.assertEqual(pd.get_variable(name + ".g").shape, scale)

    def test_is_made_once_beside_its_parameters(self):
        w, holds = self.parameter(0, "w"), layer.full([1], 1) < 2.0
        count = len(self.main.global_block().ops)
        with pd.Switch() as switch, switch.case(holds):
            self.assertEqual(self.parameter(0, "w"), w)
            self.assertEqual(len(self.main.global_block().ops), count)
            self.assertEqual(self.parameter(0, "inside").block_index, 0)

    def test_mistakes(self):
        x = layer.data("x", [None, 4])
        with self.assert_fails(IndexError, "axis 2"):
            layer.fc(x, 3, param_attr=pd.WeightNormParamAttr(2))
        layer.create_parameter([2, 3], attr="plain")
        self.parameter(0, "w")
        for make, message in (
                (lambda: self.parameter(0, "plain"),
                 "'plain' exists already, without weight normalisation"),
                (lambda: self.parameter(1, "w"),
                 "variable 'w.g' exists already"),
                (lambda: layer.create_parameter([2, 3], attr="w"),
                 "not persistable")):
            with self.assert_raises(ValueError, message):
                make()
        with self.assertRaisesRegex(TypeError, "as an integer"):
            pd.WeightNormParamAttr("rows")

    @unittest.skipIf(torch is None, "PyTorch cannot be imported")
    def test_trains_as_in_torch(self):
        rng = np.random.default_rng(1)
        batches = rng.uniform(-1, 1, (20, 8, 4))
        start = rng.uniform(-1, 1, (4, 3))
        for dim in (0, 1):  # of torch's weight, which is the transpose
            with self.subTest(dim=dim):
                theirs = torch.nn.Linear(4, 3, bias=False).double()
                theirs.weight.data = torch.tensor(start.T)
                parametrizations.weight_norm(theirs, dim=dim)
                optimizer = torch.optim.SGD(theirs.parameters(), 0.1)
                for batch in batches:
                    optimizer.zero_grad()
                    theirs(torch.tensor(batch)).square().sum().backward()
                    optimizer.step()
                expected = theirs.weight.detach().numpy().T
                np.testing.assert_allclose(
                    self.trained(batches, start, 1 - dim), expected, 1e-10)

    def trained(self, batches, start, dim):
        main, startup, scope = pd.Program(), pd.Program(), pd.Scope()
        with pd.program_guard(main, startup), pd.scope_guard(scope):
            x = layer.data("x", [None, 4], "float64")
            y = self.fc(x, dim, initializer=pd.initializer.Values(start))
            pd.optimizer.SGD(0.1).minimize(layer.reduce_sum(y * y))
            self.exe.run(startup)
            for batch in batches:
                self.exe.run(main, feed={"x": batch})
            return self.exe.eval(main, fetch_list=["w"])[0]
