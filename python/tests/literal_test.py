"""Values written into programs, and the short forms around them."""

import os
import tempfile

import numpy as np

import paddle as pd
from paddle import layer
from testing_util import ProgramTestCase, random


class DataLiteralTest(ProgramTestCase):

    def test_a_minibatch_need_not_be_fed(self):
        x = pd.minibatch([10, 20, 30])
        self.assertEqual((x.shape, x.dtype), ((-1, 1), "float32"))
        self.assertTrue(x.is_data)
        out = x + 1
        self.assertEqual(self.eval(out).tolist(), [[11], [21], [31]])
        self.assertEqual(self.eval(out, **{x.name: [[1], [2]]}).tolist(),
                         [[2], [3]])
        self.assertEqual(self.exe.run(feed={x: [[5]]}, fetch_list=[out])[0],
                         [[6]])
        self.assertEqual(self.eval(out).tolist(), [[11], [21], [31]])

    def test_arrays_keep_their_type_and_shape(self):
        array = np.arange(12).reshape(2, 3, 2)
        x = pd.minibatch(array, name="x")
        self.assertEqual((x.name, x.shape, x.dtype),
                         ("x", (-1, 3, 2), "int64"))
        np.testing.assert_array_equal(self.eval(x), array)
        self.assertEqual(pd.minibatch([1], dtype="float64").dtype, "float64")
        self.assertEqual(pd.minibatch([[1, 2], [3, 4]]).shape, (-1, 2))
        self.assertEqual(self.eval(pd.minibatch([])).shape, (0, 1))

    def test_the_value_is_a_copy(self):
        array = random(3, 1)
        before = array.copy()
        x = pd.minibatch(array)
        array[...] = 0
        self.eval(x)[...] = 7
        np.testing.assert_array_equal(self.eval(x), before)

    def test_a_sequence(self):
        x = pd.sequence([10, 20, 30])
        self.assertEqual((x.shape, x.dtype, x.lod_level),
                         ((-1, 1), "float32", 1))
        out = x * 2
        self.assertEqual([v.tolist() for v in self.eval(out)],
                         [[[20], [40], [60]]])
        fed = self.eval(out, **{x.name: [[1], [], [2, 3]]})
        self.assertEqual([v.tolist() for v in fed], [[[2]], [], [[4], [6]]])

    def test_several_sequences(self):
        def lengths(value):
            x = pd.sequence(value)
            got = self.exe.eval(fetch_list=[x], return_numpy=False)[0]
            self.assertEqual(got.dtype, x.dtype)
            return got.lengths, got.shape, got.dtype
        self.assertEqual(lengths([[1, 2], [], [3]]),
                         ([[2, 0, 1]], (3, 1), "float32"))
        self.assertEqual(lengths([random(2, 4), random(1, 4)]),
                         ([[2, 1]], (3, 4), "float32"))
        self.assertEqual(lengths([np.arange(2), np.arange(1)]),
                         ([[2, 1]], (3, 1), "int64"))
        self.assertEqual(lengths(random(5, 2)), ([[5]], (5, 2), "float32"))
        self.assertEqual(lengths([[[1], [2, 3]], []]),
                         ([[2, 0], [1, 2]], (3, 1), "float32"))
        self.assertEqual(lengths([]), ([[0]], (0, 1), "float32"))

    def test_batches_must_agree(self):
        x, z = pd.minibatch([1, 2, 3]), pd.minibatch([1, 2, 3])
        out = x + z
        self.assertEqual(self.eval(out).tolist(), [[2], [4], [6]])
        with self.assertRaisesRegex(
                ValueError, r"minibatch_1 \[N, 1\] float32 is not fed and has "
                r"a default value of shape \[3, 1\], but by the feed of "
                "variable minibatch_0"):
            self.eval(out, **{x.name: [[1], [2]]})

    def test_it_is_saved_with_the_program(self):
        out = pd.minibatch([1, 2, 3], name="x") * 2
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model")
            pd.io.save_inference_model(path, ["x"], [out])
            program, feeds, fetches = pd.io.load_inference_model(path)
        self.assertEqual(feeds, ["x"])
        value, = self.exe.run(program, fetch_list=fetches)
        self.assertEqual(value.tolist(), [[2], [4], [6]])
        self.assertIn("default [3, 1]", str(program))

    def test_mistakes(self):
        with self.assertRaisesRegex(ValueError, "needs rows"):
            pd.minibatch(3)
        with self.assertRaisesRegex(TypeError, "takes whole numbers"):
            pd.minibatch([0.5], dtype="int32")
        with self.assertRaises(TypeError):
            pd.minibatch(["a"])
        with self.assertRaisesRegex(ValueError, r"sequence 1 is of shape"):
            pd.sequence([random(2, 2), random(2, 3)])
        pd.minibatch([1], name="x")
        with self.assertRaisesRegex(ValueError, "a variable 'x' already"):
            pd.minibatch([1], name="x")
        with self.assertRaisesRegex(ValueError, "not fed"):
            self.eval(pd.Variable(shape=[2]) + 1)


class VarTest(ProgramTestCase):

    def test_a_constant(self):
        for value, shape, dtype in (
                (1, (1,), "float32"), ([1, 2], (2,), "float32"),
                (np.arange(4).reshape(2, 2), (2, 2), "int64"),
                (np.float64(0.1), (1,), "float64"), (True, (1,), "float32")):
            y = pd.var(value)
            with self.subTest(value):
                self.assertEqual((y.shape, y.dtype), (shape, dtype))
                self.assertFalse(y.is_parameter)
                got = self.eval(y)
                self.assertEqual(got.dtype, dtype)
                np.testing.assert_array_equal(
                    got, np.reshape(value, shape).astype(dtype))
        with self.assertRaisesRegex(TypeError, "whole numbers"):
            pd.var(0.5, dtype="int64")

    def test_a_gradient_flows_to_a_constant(self):
        m = pd.var(3)
        out = pd.layer.mean(m * m * 2)
        gradient, = pd.gradients([out], [m])
        self.assertEqual(self.eval(gradient).tolist(), [12])

    def test_a_parameter(self):
        w = pd.var(0.314, param=True)
        self.assertTrue(w.is_parameter and w.trainable and w.persistable)
        self.assertEqual((w.shape, w.dtype), ((1,), "float32"))
        loss = pd.layer.mean(w * w)
        pd.optimizer.SGD(0.5).minimize(loss)
        self.run_startup()
        self.assertEqual(self.value(w.name), np.float32([0.314]))
        self.exe.run()
        np.testing.assert_allclose(self.value(w.name), [0], atol=1e-7)
        named = pd.var([[1, 2]], param=True, name="named")
        self.assertEqual((named.name, named.shape), ("named", (1, 2)))


class ShortFormsTest(ProgramTestCase):

    def test_fc_of_two_variables(self):
        x, w = pd.minibatch(random(3, 4)), pd.var(random(4, 2), param=True)
        y = layer.fc(w, x)
        self.run_startup()
        np.testing.assert_allclose(self.eval(y),
                                   random(3, 4) @ random(4, 2), rtol=1e-6)
        self.assertEqual([op.type for op in self.main.global_block().ops],
                         ["matmul"])
        for more in ({"act": "relu"}, {"num_flatten_dims": 2},
                     {"name": "mine"}, {"param_attr": "w"},
                     {"bias_attr": False}, {"params": ("w", "b")},
                     {"bias_attr": pd.ParamAttr(learning_rate=2.0)}):
            with self.assertRaisesRegex(
                    TypeError, r"(?s)no other argument.*literal_test\.py"):
                layer.fc(w, x, **more)

    def test_fc_of_a_weight_of_one_number(self):
        x, w = pd.minibatch([10, 20]), pd.var(0.5, param=True)
        y = layer.fc(w, x)
        self.assertEqual(y.shape, (-1, 1))
        gradient, = pd.gradients([pd.layer.reduce_sum(y)], [w])
        self.run_startup()
        values = self.eval([y, gradient])
        self.assertEqual(values[0].tolist(), [[5], [10]])
        self.assertEqual(values[1].tolist(), [30])

    def test_fc_keeps_the_width(self):
        self.assertEqual(layer.fc(pd.minibatch([1, 2])).shape, (-1, 1))
        self.assertEqual(layer.fc(pd.minibatch(random(2, 5))).shape, (-1, 5))

    def test_fc_with_named_parameters(self):
        a = pd.Variable(shape=[20, 20])
        self.assertTrue(a.is_data)
        b = pd.fc(a, params=["fc.w", "fc.b"])
        self.assertEqual(b.shape, (20, 20))
        self.assertEqual([p.name for p in self.main.all_parameters()],
                         ["fc.w", "fc.b"])
        self.assertEqual(pd.get_variable("fc.w").shape, (20, 20))
        self.run_startup()
        value = random(20, 20)
        np.testing.assert_allclose(
            self.eval(b, **{a.name: value}),
            value @ self.value("fc.w") + self.value("fc.b"), rtol=1e-5,
            atol=1e-6)
        for params, error in (("fc.w", ValueError), (["fc.w"], ValueError),
                              (3, TypeError)):
            with self.assertRaisesRegex(error, "a pair of weight and"):
                pd.fc(a, params=params)
        with self.assertRaisesRegex(ValueError, "either params or"):
            pd.fc(a, params=["fc.w", "fc.b"], bias_attr=False)
        with self.assertRaisesRegex(ValueError, "either params or"):
            pd.fc(a, params=["fc.w", "fc.b"],
                  param_attr=pd.ParamAttr(trainable=False))

    def test_wrong_arguments_of_fc(self):
        with self.assertRaisesRegex(
                TypeError, "size is of type int or Variable, not 'a'"):
            layer.fc(pd.minibatch([1]), "a")

    def test_add(self):
        x, y = pd.minibatch([10, 20, 30]), pd.var(1)
        for out in (layer.add_scalar(x, y), layer.add_scalar(x, 1),
                    pd.add(x, y), pd.add(x, 1), pd.add(1, x)):
            self.assertEqual(self.eval(out).tolist(), [[11], [21], [31]])
        with self.assertRaisesRegex(ValueError, "add_scalar adds one number"):
            layer.add_scalar(x, pd.var([1, 2]))
        with self.assertRaisesRegex(TypeError, "add takes a variable"):
            pd.add(1, 2)

    def test_variables_are_data(self):
        x = pd.Variable(shape=[None, 2], dtype="int64", name="x", lod_level=1)
        self.assertEqual((x.name, x.shape, x.dtype, x.lod_level),
                         ("x", (-1, 2), "int64", 1))
        self.assertEqual(pd.Variable([3]).name, "variable_0")

    def test_aliases(self):
        x = pd.minibatch([[0.0, 1.0]])
        np.testing.assert_allclose(
            self.eval(pd.sigmoid(x)), 1 / (1 + np.exp(-np.array([[0, 1.0]]))),
            rtol=1e-6)
        np.testing.assert_allclose(self.eval(pd.softmax(x)).sum(), 1,
                                   rtol=1e-6)
        self.assertEqual(
            self.eval(pd.matmul(x, pd.var([[2.0], [3.0]]))).tolist(), [[3]])
        self.assertEqual(self.eval(pd.larger_than(
            pd.minibatch([10, 20, 30]), 15)).tolist(),
            [[False], [True], [True]])
