"""pd.layer: functions made from operators, and the composed ones."""

import inspect

import numpy as np

import paddle as pd
from paddle import argument_errors
from testing_util import ProgramTestCase, random


class GeneratedTest(ProgramTestCase):

    def test_there_is_a_function_for_each_operator(self):
        for name in pd.core.op_types():
            proto = pd.core.op_proto(name)
            owns_blocks = any("block" in attr.type for attr in proto.attrs)
            if proto.gradient_of or name.endswith("_grad") or owns_blocks:
                self.assertNotIn(name, dir(pd.layer.ops))
                continue
            function = getattr(pd.layer.ops, name)
            self.assertEqual(function.__name__, name)
            parameters = inspect.signature(function).parameters
            self.assertEqual(len(parameters),
                             len(proto.inputs) + len(proto.attrs) + 1, name)
            for each in list(proto.inputs) + list(proto.attrs):
                snake = pd.layer.ops.snake_case(each.name)
                self.assertIn(snake, parameters)
                self.assertIn(f"{snake}: {each.comment}", function.__doc__)

    def test_no_module_hides_the_function_of_an_operator(self):
        for name in pd.layer.ops.op_types():
            self.assertTrue(callable(getattr(pd.layer, name)), name)

    def test_signatures_are_real(self):
        text = argument_errors.signature_text(inspect.signature(pd.layer.scale))
        self.assertTrue(text.startswith("(x, "), text)
        self.assertIn("name=''", text)

    def test_required_inputs_come_first(self):
        x = pd.layer.data("x", [3])
        for call in (lambda: pd.layer.relu(), lambda: pd.layer.relu(x, y=1)):
            with self.assertRaisesRegex(TypeError, r"relu\(x, name=''\)"):
                call()

    def test_inputs_that_give_attributes_come_last(self):
        names = list(inspect.signature(pd.layer.ops.fill_constant).parameters)
        self.assertEqual(names[:3], ["shape", "dtype", "value"])
        self.assertEqual(names[-2:], ["name", "shape_tensor"])

    def test_several_outputs_are_a_named_tuple(self):
        x = pd.layer.data("x", [2, 3])
        top = pd.layer.top_k(x, k=2)
        out, indices = self.eval([top.out, top.indices],
                                 x=np.array([[1, 3, 2], [9, 7, 8]], "float32"))
        self.assertEqual(out.tolist(), [[3, 2], [9, 8]])
        self.assertEqual(indices.tolist(), [[1, 2], [0, 2]])

    def test_lists_of_variables_and_attributes(self):
        x = pd.layer.data("x", [2, 3])
        both = pd.layer.concat([x, x], axis=1)
        turned = pd.layer.transpose(both, axis=(1, 0))
        self.assertEqual(both.shape, (2, 6))
        value = random(2, 3)
        np.testing.assert_array_equal(
            self.eval(turned, x=value), np.concatenate([value, value], 1).T)

    def test_unknown_names_suggest_others(self):
        with self.assertRaisesRegex(AttributeError, "rellu.*relu"):
            pd.layer.rellu
        self.assertFalse(hasattr(pd.layer, "relu_grad"))

    def test_data_types_in_any_spelling(self):
        for dtype in ("int32", np.int32, np.dtype("int32")):
            made = pd.layer.fill_constant(shape=[2], dtype=dtype, value=3)
            self.assertEqual(made.dtype, "int32")
            self.assertEqual(self.eval(made).tolist(), [3, 3])

    def test_names_given_are_used(self):
        x = pd.layer.data("x", [2])
        self.assertTrue(pd.layer.relu(x, name="mine").name.startswith("mine"))


class WrittenTest(ProgramTestCase):
    """The text that composed layers write, and their mistakes."""

    def test_fc(self):
        initializer = pd.initializer.Uniform(-0.5, 0.25)
        out = pd.layer.fc(pd.layer.data("x", [None, 13]), 4, act="relu",
                          param_attr=pd.ParamAttr(initializer=initializer))
        self.assertEqual(out.shape, (-1, 4))
        self.assertEqual(self.written(), """block 0 {
  fc_0.tmp_0 = mul(X=x, Y=fc_0.w_0)
  fc_0.tmp_1 = elementwise_add(X=fc_0.tmp_0, Y=fc_0.b_0, axis=1)
  fc_0.tmp_2 = relu(X=fc_0.tmp_1)
}""")
        self.assertEqual(self.written(self.startup), """block 0 {
  fc_0.w_0 = uniform_random(shape=[13, 4], min=-0.5, max=0.25)
  fc_0.b_0 = fill_constant(shape=[4])
}""")

    def test_fc_of_several_inputs_without_a_bias(self):
        a, b = pd.layer.data("a", [None, 3]), pd.layer.data("b", [None, 2])
        y = pd.layer.fc([a, b], 4, bias_attr=False)
        self.assertEqual((y.name, y.shape), ("fc_0.tmp_2", (-1, 4)))
        self.assertEqual(pd.get_variable("fc_0.w_1").shape, (2, 4))
        self.assertIn("fc_0.tmp_2 = sum(X=", self.written())

    def test_fc_flattens(self):
        x = pd.layer.data("x", [None, 5, 2, 3])
        self.assertEqual(pd.layer.fc(x, 7).shape, (-1, 7))
        self.assertEqual(pd.get_variable("fc_0.w_0").shape, (30, 7))
        self.assertEqual(pd.layer.fc(x, 7, num_flatten_dims=2).shape,
                         (-1, 5, 7))

    def test_fc_shares_parameters_by_name(self):
        x = pd.layer.data("x", [None, 3])
        for _ in range(2):
            x = pd.layer.fc(x, 3, param_attr="fc.w", bias_attr="fc.b")
        self.assertEqual(len(self.startup.global_block().ops), 2)

    def test_fc_of_a_weight_in_a_block(self):
        w = pd.layer.create_parameter([1], attr="w")
        narrow = pd.layer.data("narrow", [None, 1])
        holds = pd.layer.full([1], 1) < 2.0
        count = len(self.main.global_block().ops)
        with pd.Switch() as switch, switch.case(holds):
            self.assertEqual(pd.layer.fc(w, narrow).shape, (-1, 1))
            # The weight is made a matrix once, outside.
            self.assertEqual([op.type for op in self.main.block(1).ops],
                             ["matmul"])
            self.assertEqual([op.type for op in
                              self.main.global_block().ops[count:]],
                             ["reshape"])

    def test_images(self):
        x = pd.layer.data("x", [None, 4, 28, 28])
        y = pd.layer.conv2d(x, 6, 5, stride=2, padding=(1, 2), groups=2,
                            act="relu")
        self.assertEqual(y.shape, (-1, 6, 13, 14))
        self.assertEqual(pd.get_variable("conv2d_0.w_0").shape, (6, 2, 5, 5))
        self.assertEqual(pd.get_variable("conv2d_0.b_0").shape, (6,))
        self.assertEqual(self.main.global_block().ops[1].attrs["axis"], 1)
        self.assertEqual(self.startup.global_block().ops[0].type,
                         "gaussian_random")

    def test_batch_norm(self):
        x = pd.layer.data("x", [None, 3, 8, 8])
        y = pd.layer.batch_norm(x, act="relu")
        self.assertEqual(y.shape, x.shape)
        outputs = self.main.global_block().ops[0].outputs
        self.assertEqual((outputs["MeanOut"], outputs["VarianceOut"]),
                         (["batch_norm_0.mean_0"], ["batch_norm_0.variance_0"]))
        self.assertFalse(pd.get_variable("batch_norm_0.mean_0").trainable)
        self.assertIn("batch_norm_0.variance_0 = fill_constant(shape=[3], "
                      "value=1.0)", self.written(self.startup))

    def test_mistakes(self):
        layer, x = pd.layer, pd.layer.data("x", [None, 3])
        image = layer.data("image", [None, 4, 8, 8])
        ids = layer.data("ids", [None, 1], "int64")
        w, vector = layer.create_parameter([1], attr="w"), layer.data("v", [2])
        unknown = layer.data("s", [None, None])
        self.refused(
            (ValueError, "num_flatten_dims is 2", layer.fc, x, 3, 2),
            (ValueError, "fc_1's weight", layer.fc, unknown, 3),
            (ValueError, "the size of fc_2", layer.fc, x, -1),
            (ValueError, "a weight is a matrix or of shape [1], not v [2]",
             layer.fc, vector, x),
            (ValueError, "x [N, 3] float32", layer.fc,
             layer.create_parameter([2, 2]), x),
            (ValueError, "x [N, 3] float32", layer.fc, w, x),
            (ValueError, "3 groups do not divide 4 channels", layer.conv2d,
             image, 6, 3, 1, 0, 1, 3),
            (ValueError, "the number of filters is positive, not 0",
             layer.conv2d, image, 0, 3),
            (ValueError, "conv2d takes images", layer.conv2d, x, 6, 3),
            (ValueError, "dropout_prob", layer.dropout, x, 1.5),
            (ValueError, "a table of [0, 8]", layer.embedding, ids, (0, 8)))


class ComposedTest(ProgramTestCase):

    def test_fc_of_several_inputs(self):
        x, y = pd.layer.data("x", [None, 2, 3]), pd.layer.data("y", [None, 4])
        out = pd.layer.fc([x, y], 5, act="relu")
        self.run_startup()
        a, b = random(7, 2, 3), random(7, 4)
        expected = (a.reshape(7, 6) @ self.value("fc_0.w_0") +
                    b @ self.value("fc_0.w_1") + self.value("fc_0.b_0"))
        np.testing.assert_allclose(self.eval(out, x=a, y=b),
                                   np.maximum(expected, 0), atol=1e-6)

    def test_parameters_are_shared_by_name_and_can_be_left_out(self):
        x = pd.layer.data("x", [None, 4])
        pd.layer.fc(x, 4, param_attr="w", bias_attr=False)
        pd.layer.fc(x, 4, param_attr="w", bias_attr=False)
        self.assertEqual([p.name for p in self.main.all_parameters()], ["w"])
        with self.assert_fails(ValueError, "w", "[4, 4]", "[4, 5]"):
            pd.layer.fc(x, 5, param_attr="w", bias_attr=False)

    def test_initializers(self):
        make = pd.layer.create_parameter
        init = pd.initializer
        make([2, 3], attr=pd.ParamAttr("c", init.Constant(2.5)))
        make([2], attr=pd.ParamAttr("v", init.Values([1, 2])))
        make([200, 50], attr=pd.ParamAttr("u", init.Uniform(-2, 3)))
        make([200, 50], attr=pd.ParamAttr("n", init.Normal(1, 2)))
        make([200, 50], attr=pd.ParamAttr("t", init.TruncatedNormal(0, 2)))
        make([200, 50], attr=pd.ParamAttr("x", init.Xavier()))
        make([200, 50], attr=pd.ParamAttr("m", init.MSRA()))
        self.run_startup()
        self.assertTrue((self.value("c") == 2.5).all())
        self.assertEqual(self.value("v").tolist(), [1, 2])
        u, n, t = self.value("u"), self.value("n"), self.value("t")
        self.assertTrue(u.min() >= -2 and u.max() < 3)
        self.assertAlmostEqual(u.mean(), 0.5, delta=0.1)
        self.assertAlmostEqual(n.mean(), 1, delta=0.1)
        self.assertAlmostEqual(n.std(), 2, delta=0.1)
        self.assertLessEqual(abs(t).max(), 4)
        self.assertLessEqual(abs(self.value("x")).max(), (6 / 250) ** 0.5)
        self.assertLessEqual(abs(self.value("m")).max(), (6 / 200) ** 0.5)
        self.assertGreater(abs(self.value("m")).max(), (5 / 200) ** 0.5)

    def test_conv_and_pool_shapes(self):
        x = pd.layer.data("x", [None, 4, 9, 8])
        y = pd.layer.conv2d(x, 6, (3, 2), stride=2, padding=1, groups=2)
        self.assertEqual(y.shape, (-1, 6, 5, 5))
        self.assertEqual(pd.layer.pool2d(y, 2, pool_stride=2).shape,
                         (-1, 6, 2, 2))
        self.assertEqual(
            pd.layer.pool2d(y, pool_type="avg", global_pooling=True).shape,
            (-1, 6, 1, 1))

    def test_batch_norm_normalises_and_keeps_statistics(self):
        x = pd.layer.data("x", [None, 3])
        y = pd.layer.batch_norm(x, momentum=0.5, moving_mean_name="mean")
        test = self.main.clone(for_test=True)
        self.run_startup()
        value = random(50, 3) * 4 + 1
        out, = self.exe.run(feed={"x": value}, fetch_list=[y])
        np.testing.assert_allclose(out.mean(0), 0, atol=1e-5)
        np.testing.assert_allclose(out.std(0), 1, atol=1e-3)
        np.testing.assert_allclose(self.value("mean"), value.mean(0) / 2,
                                   rtol=1e-4)
        first, = self.exe.run(test, feed={"x": value[:1]}, fetch_list=[y])
        self.assertTrue(np.isfinite(first).all())
        np.testing.assert_allclose(self.value("mean"), value.mean(0) / 2,
                                   rtol=1e-4)

    def test_dropout_scales_in_training_and_is_idle_in_test(self):
        x = pd.layer.data("x", [None])
        y = pd.layer.dropout(x, 0.25)
        ones = np.ones(10000, np.float32)
        out, = self.exe.run(feed={"x": ones}, fetch_list=[y])
        np.testing.assert_allclose(np.unique(out), [0, 4 / 3], rtol=1e-6)
        self.assertAlmostEqual((out == 0).mean(), 0.25, delta=0.02)
        again, = self.exe.run(feed={"x": ones}, fetch_list=[y])
        self.assertFalse((out == again).all())
        test, = self.exe.run(self.main.clone(for_test=True), feed={"x": ones},
                             fetch_list=[y])
        self.assertTrue((test == 1).all())

    def test_reductions(self):
        x = pd.layer.data("x", [2, 3, 4])
        value = random(2, 3, 4)
        for name, function in (("sum", np.sum), ("mean", np.mean),
                               ("max", np.max)):
            for dim in (None, 0, -1, (0, 2)):
                for keep in (False, True):
                    out = getattr(pd.layer, f"reduce_{name}")(x, dim, keep)
                    expected = function(value, dim, keepdims=keep)
                    self.assertEqual(out.shape, expected.shape)
                    np.testing.assert_allclose(self.eval(out, x=value),
                                               expected, rtol=1e-5, atol=1e-6)

    def test_embedding(self):
        ids = pd.layer.data("ids", [None, 1], "int64")
        rows = pd.layer.embedding(ids, (5, 3), padding_idx=2, param_attr="e")
        self.run_startup()
        out = self.eval(rows, ids=np.array([[1], [2], [4]]))
        out = out.reshape(3, 3)
        np.testing.assert_array_equal(out[[0, 2]], self.value("e")[[1, 4]])
        self.assertTrue((out[1] == 0).all())

    def test_bilinear_tensor_product(self):
        x, y = pd.layer.data("x", [None, 3]), pd.layer.data("y", [None, 4])
        whole = pd.layer.bilinear_tensor_product(x, y, 5, act="tanh",
                                                 bias_attr="b")
        plain = [pd.layer.bilinear_tensor_product(
            x, y, 5, param_attr="w", bias_attr=False) for _ in range(2)]
        name = "bilinear_tensor_product_0"
        self.assertEqual(
            {p.name: p.shape for p in self.main.all_parameters()},
            {name + ".w_0": (5, 3, 4), "b": (5,), "w": (5, 3, 4)})
        self.run_startup()
        self.set_value("b", random(5))
        a, b = random(6, 3), random(6, 4)
        values = self.eval([whole, *plain], x=a, y=b)
        product = [np.einsum("ni,kij,nj->nk", a, self.value(w), b)
                   for w in (name + ".w_0", "w")]
        np.testing.assert_allclose(
            values[0], np.tanh(product[0] + random(5)), atol=1e-6)
        for value in values[1:]:
            np.testing.assert_allclose(value, product[1], atol=1e-6)
        with self.assert_fails(ValueError, "takes rows [rows, width], not 'z"):
            pd.layer.bilinear_tensor_product(x, pd.layer.data("z", [4]), 5)

    def test_losses_and_accuracy(self):
        x = pd.layer.data("x", [None, 3])
        label = pd.layer.data("label", [None, 1], "int64")
        probable = pd.layer.softmax(x)
        values = random(4, 3) * 3
        classes = np.array([[0], [2], [1], [2]])
        one, two, right = self.eval(
            [pd.layer.cross_entropy(probable, label),
             pd.layer.softmax_with_cross_entropy(x, label),
             pd.layer.accuracy(probable, label)], x=values, label=classes)
        softmax = np.exp(values) / np.exp(values).sum(1, keepdims=True)
        expected = -np.log(np.take_along_axis(softmax, classes, 1))
        np.testing.assert_allclose(one, expected, rtol=1e-5)
        np.testing.assert_allclose(two, expected, rtol=1e-5)
        self.assertAlmostEqual(
            float(right), (values.argmax(1) == classes[:, 0]).mean(), places=6)
