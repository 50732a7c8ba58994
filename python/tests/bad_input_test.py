"""Everything a user can do wrong: which exception, and what it says.

Each message names the operator, the variables with their shapes, and the
user's line (assert_fails looks for it).
"""

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random


class BuildTest(ProgramTestCase):

    def test_mismatched_shapes(self):
        x, y = pd.layer.data("x", [2, 3]), pd.layer.data("y", [4, 5])
        with self.assert_fails(ValueError, "elementwise_add", "X", "Y",
                               "x [2, 3] float32", "y [4, 5] float32"):
            x + y
        with self.assert_fails(ValueError, "matmul", "x [2, 3] float32",
                               "y [4, 5] float32"):
            pd.layer.matmul(x, y)
        with self.assert_fails(ValueError, "concat", "[2, 3]", "[4, 5]"):
            pd.layer.concat([x, y])
        with self.assert_fails(ValueError, "reshape", "[2, 3]"):
            pd.layer.reshape(x, [4, 2])
        with self.assert_fails(ValueError, "conv2d", "[2, 3]"):
            pd.layer.conv2d(x, 4, 3)

    def test_wrong_data_types(self):
        x = pd.layer.data("x", [2, 3])
        label = pd.layer.data("label", [2, 1])
        with self.assert_fails((TypeError, ValueError), "cross_entropy",
                               "label [2, 1] float32", "int64"):
            pd.layer.cross_entropy(x, label)
        with self.assert_fails((TypeError, ValueError), "lookup_table",
                               "float32", "int64"):
            pd.layer.embedding(label, (3, 4))
        with self.assert_fails(ValueError, "float31", "float32"):
            pd.layer.data("z", [2], "float31")

    def test_unknown_operators_slots_and_attributes(self):
        block = self.main.global_block()
        x = pd.layer.data("x", [2, 3])
        with self.assert_fails(KeyError, "rellu", "relu"):
            block.append_op("rellu", {"X": x}, {"Out": "y"})
        with self.assert_fails((KeyError, ValueError), "relu", "Y"):
            block.append_op("relu", {"X": x, "Y": x}, {"Out": "y"})
        with self.assert_fails((KeyError, ValueError), "relu", "X"):
            block.append_op("relu", {}, {"Out": "y"})
        with self.assert_fails((KeyError, ValueError), "scale", "factor"):
            block.append_op("scale", {"X": x}, {"Out": "y"}, {"factor": 2.0})
        with self.assert_fails(KeyError, "relu", "nothing"):
            block.append_op("relu", {"X": "nothing"}, {"Out": "y"})

    def test_lists_of_another_length(self):
        images = pd.layer.data("images", [2, 1, 4, 4])
        for way in ("adaptive", "global_pooling"):
            with self.assert_fails(ValueError, "paddings of operator pool2d",
                                   "of 12; it must have 2 to 4 elements"):
                pd.layer.ops.pool2d(images, ksize=[2, 2], paddings=[7] * 12,
                                    **{way: True})
        with self.assert_fails(ValueError, "starts of operator slice",
                               "as many elements as axes"):
            pd.layer.ops.slice(images, axes=[0], starts=[0, 0], ends=[1])
        self.assertIn("2 elements", pd.layer.ops.pool2d.__doc__)

    def test_variables_of_another_kind(self):
        ids = pd.layer.data("ids", [4], "int64")
        rows = pd.layer.embedding(ids, (8, 3), is_sparse=True)
        weight, = self.main.all_parameters()
        grad, = pd.gradients(rows, [weight])
        with self.assert_fails(ValueError, "input X of operator relu must be a "
                               "dense tensor", grad.name, "is SelectedRows"):
            pd.layer.relu(grad)
        x = pd.layer.data("x", [3])
        with self.assert_fails(ValueError, "must be SelectedRows, but the "
                               "variable 'x' is a dense tensor"):
            pd.layer.ops.selected_rows_clip(x, min=0.0, max=1.0)

    def test_attributes_out_of_range_or_of_another_type(self):
        x = pd.layer.data("x", [2, 3])
        with self.assert_fails(ValueError, "dropout", "dropout_prob", "1.5"):
            pd.layer.dropout(x, 1.5)
        with self.assert_fails(ValueError, "pool2d", "sum", "max", "avg"):
            pd.layer.pool2d(pd.layer.data("i", [1, 1, 4, 4]), 2, "sum")
        with self.assert_fails(TypeError, "scale", "string"):
            pd.layer.scale(x, scale="large")
        with self.assert_fails((IndexError, ValueError), "top_k", "k"):
            pd.layer.top_k(x, k=4)
        with self.assert_fails((IndexError, ValueError), "reduce_sum", "2"):
            pd.layer.reduce_sum(x, dim=[2])
        with self.assert_fails(IndexError, "64 bits"):
            pd.layer.top_k(x, k=2**70)

    def test_sizes_whose_product_overflows(self):
        with self.assert_fails(ValueError, "overflow", "fill_constant"):
            pd.layer.fill_constant(shape=[2**40, 2**40], dtype="float32",
                                   value=0)
        with self.assert_fails(ValueError, "overflow"):
            pd.layer.data("x", [2**40, 2**40])

    def test_numbers_above_64_bits(self):
        x = pd.layer.data("x", [2])
        with self.assert_fails(IndexError, "a number", "64 bits"):
            x + 2**70
        with self.assert_fails(IndexError, "a size", "64 bits"):
            pd.layer.data("y", [2**70])

    def test_what_is_no_variable(self):
        for value in (1, "x", [1], random(2)):
            with self.subTest(value=value), self.assert_fails(
                    TypeError, "relu", "variables"):
                pd.layer.relu(value)
        with self.assert_fails(TypeError, "shape"):
            pd.layer.data("x", "3")
        with self.assert_fails(TypeError, "parameter attribute"):
            pd.layer.fc(pd.layer.data("y", [2, 2]), 3, param_attr=1.5)

    def test_arguments_of_another_kind(self):
        x = pd.layer.data("x", [None, 2])
        for call, message in (
                (lambda: pd.layer.fc(x, "ten"), "fc: size .*not 'ten'"),
                (lambda: pd.layer.fc(x, 3.0), "fc: size .*not 3.0"),
                (lambda: pd.layer.fc(x, 3, act=pd.layer.relu),
                 "fc: act .*not <function relu"),
                (lambda: pd.layer.conv2d(random(1, 1, 4, 4), 1, 3),
                 "conv2d: input .*not an array")):
            with self.assertRaisesRegex(TypeError, message):
                call()

        ids = pd.layer.data("ids", [None, 1], "int64")
        for size, message in ((5, "embedding: size is of type list of int"),
                              ((5,), r"size is \(rows, width\)"),
                              ((5, 3, 2), r"size is \(rows, width\)")):
            with self.assertRaisesRegex(TypeError, message):
                pd.layer.embedding(ids, size)

    def test_steps_that_make_it_worse(self):
        for rate in (-1, float("nan"), float("inf")):
            with self.assert_fails(ValueError, "learning rate", str(rate)):
                pd.optimizer.SGD(rate)
        with self.assert_fails(ValueError, "decay", "-1"):
            pd.regularizer.L2Decay(-1)

    def test_gradients_of_what_is_no_variable(self):
        x = pd.layer.data("x", [2])
        y = pd.layer.relu(x)
        single, = pd.gradients(y, x)
        self.assertEqual(single.shape, x.shape)
        for arguments in ((y, "x"), ([y], [1]), (y, x, 3)):
            with self.assertRaisesRegex(TypeError, "is a variable or a list"):
                pd.gradients(*arguments)

    def test_what_is_no_int_or_program(self):
        with self.assertRaisesRegex(TypeError, "a seed is an int, not 'one'"):
            pd.seed("one")
        with self.assertRaisesRegex(TypeError, "batch_size is an int"):
            pd.reader.batch(lambda: [], "3")
        with self.assertRaisesRegex(TypeError, "is a Program, not 3"):
            pd.summary(3)

    def test_variables_of_two_programs(self):
        x = pd.layer.data("x", [2])
        with pd.program_guard(pd.Program(), pd.Program()):
            y = pd.layer.data("y", [2])
            with self.assert_fails(ValueError, "program"):
                x + y

    def test_losses_that_cannot_be_minimised(self):
        x = pd.layer.data("x", [None, 2])
        with self.assert_fails(ValueError, "[N, 3]"):
            pd.append_backward(pd.layer.fc(x, 3))
        with self.assert_fails(ValueError):
            pd.append_backward(pd.layer.mean(x))
        before = self.main.serialize()
        with self.assert_fails((KeyError, ValueError), "nothing"):
            pd.optimizer.SGD(0.1).minimize(
                pd.layer.mean(pd.layer.fc(x, 1)), parameter_list=["nothing"])
        self.assertNotEqual(before, self.main.serialize())
        self.assertNotIn("backward", {op.role for op in
                                      self.main.global_block().ops})


class FeedTest(ProgramTestCase):

    def setUp(self):
        super().setUp()
        self.x = pd.layer.data("x", [None, 3])
        self.y = pd.layer.data("y", [None, 3])
        self.sum = self.x + self.y

    def assert_run_fails(self, kind, *parts, fetch=None, **feed):
        """Both ways of running, and nothing is left in the scope."""
        fetches = [self.sum if fetch is None else fetch]
        for run in (self.exe.run, self.exe.eval):
            with self.assert_fails(kind, *parts):
                run(feed=feed, fetch_list=fetches)
        self.assertIsNone(self.scope.find_var(self.sum.name))

    def test_a_missing_feed(self):
        self.assert_run_fails(ValueError, "y [N, 3] float32", "not fed",
                              x=random(2, 3))

    def test_wrong_shapes(self):
        for shape in ((2, 4), (2,), (2, 3, 1), ()):
            self.assert_run_fails(
                ValueError, "x [N, 3] float32", str(list(shape)),
                x=random(*shape) if shape else 1.0, y=random(2, 3))

    def test_feeds_of_different_batches(self):
        self.assert_run_fails(ValueError, "y [N, 3] float32", "[4, 3]",
                              "x [N, 3] float32", "size 2",
                              x=random(2, 3), y=random(4, 3))

    def test_another_type_is_refused_with_a_hint(self):
        self.assert_run_fails(TypeError, "x is float32", "float64",
                              'x.astype("float32")',
                              x=random(2, 3).astype("float64"), y=random(2, 3))
        self.assert_run_fails(TypeError, "int64", "float32",
                              x=np.ones((2, 3), int), y=random(2, 3))

    def test_values_that_are_no_numbers(self):
        for value in ("text", [["a", "b", "c"]], None, [[1, 2, 3], [4]], {},
                      [[1j, 2, 3]]):
            self.assert_run_fails(TypeError, "variable x", x=value,
                                  y=random(1, 3))

    def test_fractions_for_whole_variables(self):
        ids = pd.layer.data("ids", [2], "int64")
        with self.assert_fails(TypeError, "ids", "whole numbers"):
            self.exe.run(feed={"ids": [1.5, 2]}, fetch_list=[ids + 1])

    def test_unknown_feeds_and_fetches(self):
        self.assert_run_fails(KeyError, "'z'", z=random(2, 3))
        self.assert_run_fails(KeyError, "nothing", fetch="nothing",
                              x=random(2, 3), y=random(2, 3))
        self.assert_run_fails(TypeError, "expected a variable", fetch=3,
                              x=random(2, 3), y=random(2, 3))


class RunTest(ProgramTestCase):

    def test_uninitialised_parameters(self):
        out = pd.layer.fc(pd.layer.data("x", [None, 3]), 2)
        with self.assert_fails(RuntimeError, "fc_0.w_0"):
            self.exe.run(feed={"x": random(2, 3)}, fetch_list=[out])

    def test_a_variable_without_value_is_fetched(self):
        x = self.main.global_block().create_var("x", [2])
        with self.assert_fails((RuntimeError, ValueError), "x"):
            self.exe.run(fetch_list=[x])

    def run_fails(self, kind, parts, fetch, line_of, **feed):
        """The operator's line is named, not the one that runs it."""
        with self.assertRaises(kind) as context:
            self.exe.run(feed=feed, fetch_list=[fetch])
        message = str(context.exception)
        for part in parts + ("bad_input_test.py, line", line_of):
            self.assertIn(part, message)

    def test_labels_out_of_range(self):
        x = pd.layer.data("x", [None, 3])
        label = pd.layer.data("label", [None, 1], "int64")
        loss = pd.layer.softmax_with_cross_entropy(x, label)
        for bad in (3, -1, 2**62):
            self.run_fails(IndexError,
                           ("softmax_with_cross_entropy", "Label", str(bad)),
                           loss, "loss = pd.layer.softmax_with",
                           x=random(2, 3), label=[[0], [bad]])

    def test_ids_out_of_range(self):
        ids = pd.layer.data("ids", [None, 1], "int64")
        rows = pd.layer.embedding(ids, (5, 2))
        self.run_startup()
        for bad in (5, -1):
            self.run_fails(IndexError, ("lookup_table", str(bad)), rows,
                           "rows = pd.layer.embedding", ids=[[0], [bad]])

    def test_the_first_nan_is_found(self):
        x = pd.layer.data("x", [2])
        y = pd.layer.log(x)
        z = y * y
        exe = pd.Executor(check_nan_inf=True)
        out, = exe.run(feed={"x": [1, 2]}, fetch_list=[z])
        self.assertTrue(np.isfinite(out).all())
        with self.assertRaises(RuntimeError) as context:
            exe.run(feed={"x": [1, -1]}, fetch_list=[z])
        message = str(context.exception)
        for part in ("operator log", "y = pd.layer.log(x)"):
            self.assertIn(part, message)
        self.assertNotIn("elementwise_mul", message)
        self.assertTrue(np.isnan(self.eval(z, x=[1, -1])[1]))

    def test_a_failed_run_leaves_the_parameters(self):
        ids = pd.layer.data("ids", [None, 1], "int64")
        rows = pd.layer.embedding(ids, (5, 2), param_attr="table")
        pd.optimizer.SGD(0.1).minimize(pd.layer.mean(rows))
        self.run_startup()
        before = self.value("table")
        with self.assertRaises(IndexError):
            self.exe.run(feed={"ids": [[9]]})
        np.testing.assert_array_equal(self.value("table"), before)
        self.exe.run(feed={"ids": [[1]]})
        self.assertFalse((self.value("table") == before).all())

    def test_zero_rows_train(self):
        x = pd.layer.data("x", [None, 3])
        loss = pd.layer.reduce_sum(pd.layer.fc(x, 2))
        pd.optimizer.SGD(0.1).minimize(loss)
        self.run_startup()
        before = self.value("fc_0.w_0")
        out, = self.exe.run(feed={"x": np.zeros((0, 3), np.float32)},
                            fetch_list=[loss])
        self.assertEqual(float(out), 0)
        np.testing.assert_array_equal(self.value("fc_0.w_0"), before)

    def test_a_gpu_that_is_not_there(self):
        with self.assertRaises(OSError):
            pd.Executor(pd.CUDAPlace(pd.cuda_device_count()))
        with self.assertRaisesRegex(ValueError, "numbered from 0"):
            pd.CUDAPlace(-1)
