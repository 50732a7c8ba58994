"""Whole numbers keep their value, or are refused by name: on every way in which
Python gives numbers to a program, at the edges of every data type."""

import os
import tempfile

import numpy as np

import paddle as pd
from paddle import layer
from testing_util import ProgramTestCase

# No double is equal to the first three.
LARGE = (2**53 + 1, -2**53 - 1, 2**63 - 1, -2**63, 2**62 + 2**8)
NARROW = ("uint8", "int8", "int16", "int32")


def edges(dtype):
    limits = np.iinfo(dtype)
    return int(limits.min), int(limits.max)


def filled(n):
    """Ways to make tensors that are n everywhere, by name."""
    like = layer.full([2], 0, "int64")
    return {
        "fill_constant": layer.ops.fill_constant([2], dtype="int64", value=n),
        "full": layer.full([2], n, "int64"),
        "full_like": layer.full_like(like, n),
        "batch_size_like": layer.ops.fill_constant_batch_size_like(
            like, shape=[-1, 1], dtype="int64", value=n),
        "assign_value": layer.ops.assign_value(
            shape=[2], dtype="int64", values=[n, n]),
        "scale": layer.scale(like, scale=3, bias=n),
        "increment": layer.increment(like, n),
        "increment operator": layer.ops.increment(like, step=n),
        "pad": layer.pad(layer.full([0], 0, "int64"), [1, 1], pad_value=n),
        "+": like + n,
        "clip": layer.clip(like, n, n),
        "minibatch": pd.minibatch([n, n], dtype="int64"),
        "sequence": pd.sequence([n, n], dtype="int64"),
        "var": pd.var([n, n], dtype="int64"),
        "parameter": pd.var([n, n], dtype="int64", param=True),
        "global variable": layer.create_global_var([2], n, "int64"),
        "constant initializer": layer.create_parameter(
            [2], "int64", attr=pd.ParamAttr(
                initializer=pd.initializer.Constant(n))),
        "values initializer": layer.create_parameter(
            [2], "int64", attr=pd.ParamAttr(
                initializer=pd.initializer.Values([n, n]))),
    }


class ExactTest(ProgramTestCase):

    def test_every_way_to_fill_a_tensor(self):
        for n in LARGE:
            with pd.program_guard(pd.Program(), pd.Program()), \
                    pd.scope_guard(pd.Scope()):
                ways = filled(n)
                exe = pd.Executor(pd.CPUPlace())
                exe.run(pd.default_startup_program())
                values = exe.eval(fetch_list=list(ways.values()))
                for name, value in zip(ways, values):
                    with self.subTest(name, n=n):
                        self.assertEqual(
                            set(np.concatenate(value).ravel().tolist()
                                if isinstance(value, list)
                                else value.ravel().tolist()), {n})

    def test_arithmetic_is_that_of_numpy(self):
        array = np.array([2**53 + 1, -2**53, 7, 2**62], "int64")
        x = layer.data("x", [4], "int64")
        for n in (2**53 + 1, -2**53 - 1, 3):
            for name, out, expected in (
                    ("x - n", x - n, array - n), ("n - x", n - x, n - array),
                    ("x + n", x + n, array + n), ("x * n", x * n, array * n),
                    ("x // n", x // n, array // n), ("x % n", x % n, array % n),
                    ("n // x", n // x, n // array)):
                with self.subTest(name, n=n):
                    got = self.eval(out, x=array)
                    self.assertEqual((got.dtype, got.tolist()),
                                     ("int64", expected.tolist()))

    def test_comparisons(self):
        array = np.array([2**53, 2**53 + 1, 2**53 + 2], "int64")
        x = layer.data("x", [3], "int64")
        n = 2**53 + 1
        for name in ("less_than", "less_equal", "greater_than",
                     "greater_equal", "equal", "not_equal"):
            numpy_name = name.replace("_than", "")
            out = getattr(layer, name)(x, n)
            reverse = getattr(layer, name)(n, x)
            values = self.eval([out, reverse], x=array)
            compare = getattr(np, numpy_name)
            with self.subTest(name):
                self.assertEqual(values[0].tolist(), compare(array, n).tolist())
                self.assertEqual(values[1].tolist(), compare(n, array).tolist())

    def test_scale_is_exact_and_stays_in_range(self):
        for dtype in ("int32", "int64"):
            low, high = edges(dtype)
            array = np.array([low, -2**30 - 1, -1, 0, 1, 2**30 + 1, high],
                             dtype)
            x = layer.data(dtype, [7], dtype)
            for factor, term in ((1, 1), (-1, 0), (3, -2**53 - 1), (2**40, 5),
                                 (0, high), (2**62 + 1, -2**62)):
                got = self.eval(layer.scale(x, scale=factor, bias=term),
                                **{dtype: array})
                expected = [min(max(int(v) * factor + term, low), high)
                            for v in array]
                with self.subTest(dtype, factor=factor, term=term):
                    self.assertEqual(got.tolist(), expected)

    def test_clip(self):
        array = np.array([-2**63, 2**53, 2**53 + 1, 2**63 - 1], "int64")
        x = layer.data("x", [4], "int64")
        for low, high in ((2**53 + 1, 2**63 - 1), (-2**63, 2**53 + 1),
                          (-2**62 - 1, 2**62 + 1)):
            self.assertEqual(
                self.eval(layer.clip(x, low, high), x=array).tolist(),
                [min(max(v, low), high) for v in array.tolist()])
        small = layer.full([1], 7, "int32")
        self.assertEqual(self.eval(layer.clip(small, -2**40, 2**40)), [7])
        with self.assert_fails(ValueError, "int32 cannot be 1099511627776"):
            layer.clip(small, 2**40, 2**41)
        with self.assert_fails(ValueError, "9007199254740993 and "
                               "9007199254740992"):
            layer.clip(x, 2**53 + 1, 2**53)

    def test_ranges(self):
        for start, end, step in ((2**53 - 1, 2**53 + 4, 2),
                                 (2**53 + 1, 2**53 + 4, 1),
                                 (-2**53 - 1, -2**53 - 6, -2),
                                 (-2**63, 2**63 - 1, 2**62)):
            for variables in (False, True):
                ends = [pd.var(v, dtype="int64") if variables else v
                        for v in (start, end, step)]
                self.assertEqual(self.eval(layer.arange(*ends)).tolist(),
                                 list(range(start, end, step)))
        mixed = layer.arange(pd.var(0, dtype="int64"), 2**53 + 1, 2**53)
        self.assertEqual(self.eval(mixed).tolist(), [0, 2**53])
        with self.assert_fails(ValueError, "int32 cannot be 2147483648"):
            layer.arange(2**31 - 1, 2**31 + 1, dtype="int32")

    def test_sequences(self):
        n = 2**53 + 1
        x = pd.sequence([[1, 2], [3]], dtype="int64")
        padded = self.eval(layer.sequence_pad(x, n).out)
        self.assertEqual(padded.ravel().tolist(), [1, 2, 3, n])
        tensor = pd.LoDTensor.from_sequences([[n], []])
        self.assertEqual(tensor.numpy().tolist(), [[n]])
        values, _ = pd.LoDTensor.from_sequences(
            [[1], [1, 2]], "int64").to_padded(n)
        self.assertEqual(values.ravel().tolist(), [1, n, 1, 2])

    def test_a_memory_begins_as_the_number(self):
        n = 2**53 + 1
        steps = pd.sequence([1, 2], dtype="int64")
        rnn = pd.create_rnn()
        with rnn.step():
            x = rnn.step_input(steps)
            total = rnn.memory(shape=[1], value=n, dtype="int64")
            rnn.update_memory(total, total + x)
            rnn.output(total + x)
        (value,), = self.eval(rnn())
        self.assertEqual(value.ravel().tolist(), [n + 1, n + 3])

    def test_a_saved_program_has_the_number(self):
        x = layer.data("x", [2], "int64")
        for n in LARGE:
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "model")
                pd.io.save_inference_model(
                    path, ["x"], [layer.scale(x, bias=n, scale=0)])
                program, _, fetches = pd.io.load_inference_model(path)
            value, = self.exe.run(program, feed={"x": [1, 2]},
                                  fetch_list=fetches)
            self.assertEqual(value.tolist(), [n, n])
            # A number that is a double's is written as one.
            exact = str(n) if int(float(n)) != n else repr(float(n))
            self.assertIn(exact, str(program))

    def test_floats_round_as_numpys(self):
        x = layer.data("x", [1], "float64")
        for n in LARGE:
            self.assertEqual(self.eval(x + n, x=[0.5]),
                             np.float64(0.5) + np.float64(n))
            self.assertEqual(self.eval(layer.full([1], n)), np.float32(n))
            self.assertEqual(self.eval(x, x=[n]), np.float64(n))
        self.assertEqual(self.eval(x, x=[2**70]), 2.0**70)


class RefusedTest(ProgramTestCase):

    def test_lists_fed_beyond_the_edges(self):
        for dtype in NARROW + ("int64",):
            low, high = edges(dtype)
            x = layer.data(dtype, [None], dtype)
            self.assertEqual(
                self.eval(x, **{dtype: [low, high]}).tolist(), [low, high])
            for wrong in ([high + 1], [low - 1], [0, 2**70], [[low, -2**90]],
                          high + 1):
                with self.subTest(dtype, wrong=wrong), \
                        self.assertRaisesRegex(
                            ValueError, f"variable {dtype} is {dtype} and "
                            "cannot hold -?[0-9]+"):
                    self.eval(x, **{dtype: wrong})
        flags = layer.data("flags", [None], "bool")
        self.assertEqual(self.eval(flags, flags=[0, 1, True]).tolist(),
                         [False, True, True])
        with self.assertRaisesRegex(ValueError, "flags is bool and cannot hold "
                                    "2"):
            self.eval(flags, flags=[0, 2])

    def test_the_cases_that_were_reported(self):
        x = layer.data("x", [None], "int32")
        y = layer.data("y", [None], "uint8")
        with self.assertRaisesRegex(ValueError, "cannot hold 1099511627776"):
            self.eval(x, x=[2**40])
        with self.assertRaisesRegex(ValueError, "cannot hold -1"):
            self.eval(y, y=[300, -1])

    def test_batches_and_sequences_beyond_the_edges(self):
        x = layer.data("x", [None, 1], "uint8")
        s = layer.data("s", [None, 1], "int8", lod_level=1)
        for samples in ([[300]], [[2**70]], [[-1]]):
            with self.assertRaisesRegex(ValueError, "variable x is uint8"):
                pd.DataFeeder([x]).feed(samples)
        with self.assertRaisesRegex(ValueError, "variable s is int8 and cannot "
                                    "hold 128"):
            pd.DataFeeder([s]).feed([([1, 128],)])
        with self.assertRaisesRegex(ValueError, "cannot hold 128"):
            self.eval(s, s=[[1], [128]])
        for rows in ([[1], [300]], [np.array([300])]):
            with self.assertRaisesRegex(ValueError, "cannot hold 300"):
                pd.LoDTensor.from_sequences(rows, "uint8")
        with self.assertRaisesRegex(TypeError, "whole numbers"):
            pd.LoDTensor.from_sequences([np.array([1.5])], "int64")

    def test_constants_beyond_the_edges(self):
        for dtype in NARROW:
            low, high = edges(dtype)
            x = layer.data(dtype, [None], dtype)
            for n in (low - 1, high + 1, 2**53 + 1):
                for make in (lambda: layer.full([1], n, dtype),
                             lambda: layer.full_like(x, n),
                             lambda: pd.minibatch([n], dtype=dtype),
                             lambda: pd.sequence([n], dtype=dtype),
                             lambda: pd.var(n, dtype=dtype),
                             lambda: layer.ops.assign_value(
                                 shape=[1], dtype=dtype, values=[n]),
                             lambda: layer.pad(x, [0, 1], pad_value=n)):
                    with self.subTest(dtype, n=n), \
                            self.assertRaisesRegex(ValueError, str(n)):
                        make()
                with self.assertRaisesRegex(
                        ValueError, f"variable {dtype} .* and {n}: the number "
                        f"is no {dtype}"):
                    layer.equal(x, n)
        x = layer.data("x", [None], "int32")
        with self.assertRaisesRegex(ValueError, "cannot be 2147483648"):
            layer.increment(x, 2**31)

    def test_literals_without_a_data_type(self):
        self.assertEqual(self.eval(pd.var([2**24, 2**60])).tolist(),
                         [2**24, 2**60])
        for make in (lambda n: pd.var(n), lambda n: pd.minibatch([n]),
                     lambda n: pd.sequence([1, n]),
                     lambda n: pd.sequence([[1], [n]])):
            for n in (2**24 + 1, -2**53 - 1, 2**63 - 1):
                with self.assertRaisesRegex(
                        ValueError, f"{n} is no float32.*dtype=\"int64\""):
                    make(n)
        with self.assertRaisesRegex(ValueError, "cannot hold"):
            pd.var(2**63)

    def test_attributes_that_are_floats(self):
        x = layer.data("x", [2])
        with self.assertRaisesRegex(
                ValueError, "epsilon .*cannot hold 9007199254740993"):
            layer.ops.rms_norm(layer.data("y", [2, 3]), layer.data("s", [3]),
                               epsilon=2**53 + 1)
        with self.assertRaisesRegex(ValueError, "values .*9007199254740993"):
            layer.ops.assign_value(shape=[2], dtype="int64",
                                   values=[0.5, 2**53 + 1])
        with self.assertRaisesRegex(IndexError, "64 bits"):
            x + 2**70
        with self.assertRaisesRegex(IndexError, "64 bits"):
            layer.full([1], 2**70, "int64")
