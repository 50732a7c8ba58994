"""Parts of variables, and tensors of given numbers: as in NumPy."""

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random


class IndexingTest(ProgramTestCase):

    def setUp(self):
        super().setUp()
        self.value = random(5, 4, 3)
        self.x = pd.layer.data("x", [None, 4, 3])

    def check(self, key):
        self.check_part(self.x[key], self.value[key], x=self.value)

    def check_part(self, part, expected, **feed):
        np.testing.assert_array_equal(self.eval(part, **feed), expected)
        self.assertEqual(part.ndim, expected.ndim)
        for known, size in zip(part.shape, expected.shape):
            self.assertTrue(known < 0 or known == size, part.shape)

    def test_numpys_keys(self):
        for key in [
                0, -1, np.int64(2), (1, 2), (0, 1, 2), (0, -1, -3),
                slice(None), slice(1, 3), slice(-2, None), slice(None, None, 2),
                slice(None, None, -1), slice(4, None, -2), slice(3, 1),
                (slice(None), 1), (slice(1, -1), slice(None, None, 2), 0),
                (slice(None), slice(3, 0, -1)), ..., (..., 0), (0, ...),
                (..., slice(1, 2)), None, (None, ..., None), (0, None, 1),
                (slice(None), None, slice(2)), (1, ..., None, 0), ()]:
            with self.subTest(key=key):
                self.check(key)

    def test_sizes_known_in_advance(self):
        self.assertEqual(self.x[:, 1:].shape, (-1, 3, 3))
        self.assertEqual(self.x[2].shape, (4, 3))
        self.assertEqual(self.x[::2, 0].shape, (-1, 3))
        self.assertEqual(self.x[None, ..., None].shape, (1, -1, 4, 3, 1))

    def test_all_of_it_is_itself(self):
        for key in (slice(None), ..., (..., slice(None))):
            self.assertEqual(self.x[key], self.x)
        self.assertEqual(self.main.global_block().ops, [])

    def test_one_operator_takes_all_axes(self):
        self.check((slice(None), slice(1, -1), 0))
        op, = self.main.global_block().ops
        self.assertEqual((op.type, op.attrs["axes"]), ("slice", [1, 2]))

    def test_gradient(self):
        x = pd.layer.create_parameter([4, 3])
        pd.append_backward(pd.layer.reduce_sum(x[1::2, -1] * 3.0))
        self.run_startup()
        gradient = self.exe.run(self.main, fetch_list=[x.name + "@GRAD"])[0]
        expected = np.zeros((4, 3), np.float32)
        expected[1::2, -1] = 3
        np.testing.assert_array_equal(gradient, expected)

    def test_by_variables(self):
        for rows in (np.array([3, 0, 3]), np.array([[0, 1], [4, 2]], np.int32),
                     np.array(2)):
            with self.subTest(rows=rows):
                name = f"rows{rows.ndim}"
                index = pd.layer.data(name, rows.shape, str(rows.dtype))
                self.check_part(self.x[index], self.value[rows],
                                x=self.value, **{name: rows})
                self.assertEqual(self.x[index].shape, rows.shape + (4, 3))

    def test_by_truth_values(self):
        positive = self.value > 0
        self.check_part(self.x[self.x > 0.0], self.value[positive],
                        x=self.value)
        mask = pd.layer.data("mask", [None], "bool")
        some = np.array([True, False, False, True, True])
        self.check_part(self.x[mask], self.value[some], x=self.value,
                        mask=some)

    def test_iterates_over_a_known_size(self):
        table = pd.layer.data("table", [2, 3])
        value = random(2, 3)
        for got, row in zip(self.eval(list(table), table=value), value):
            np.testing.assert_array_equal(got, row)
        with self.assertRaisesRegex(TypeError, "cannot be iterated over"):
            list(self.x)

    def test_errors(self):
        with self.assert_fails(IndexError, "index 4 is outside axis 1 of 4"):
            self.x[:, 4]
        with self.assertRaisesRegex(IndexError, "3 axes, but 4 are indexed"):
            self.x[0, 0, 0, 0]
        for key, message in (((..., ...), "more than one ..."),
                             (slice(None, None, 0), "stride of axis 0"),
                             (pd.layer.data("f", [5]),
                              "of int32 or int64, not float32")):
            with self.assertRaisesRegex(ValueError, message):
                self.x[key]
        for key in ("a", 1.5, True, [0], slice("a", None), (0, self.x)):
            with self.subTest(key=key), self.assertRaises(TypeError):
                self.x[key]
        with self.assertRaisesRegex(TypeError, "feed the array"):
            self.x[np.array([1])]
        part = self.x[5]
        with self.assertRaisesRegex(IndexError, "index 5 is outside axis 0"):
            self.eval(part, x=self.value)


class MakingTest(ProgramTestCase):

    def check(self, variable, expected, **feed):
        value = self.eval(variable, **feed)
        np.testing.assert_array_equal(value, expected)
        self.assertEqual(value.dtype, expected.dtype)

    def test_equal_numbers(self):
        self.check(pd.layer.zeros([2, 3]), np.zeros((2, 3), np.float32))
        self.check(pd.layer.ones([2], "int64"), np.ones(2, np.int64))
        self.check(pd.layer.full([2], 7, "int32"), np.full(2, 7, np.int32))

    def test_like_another(self):
        x = pd.layer.data("x", [None, 2])
        value = random(3, 2)
        self.check(pd.layer.zeros_like(x), np.zeros_like(value), x=value)
        self.check(pd.layer.ones_like(x, "bool"), np.ones((3, 2), bool),
                   x=value)
        self.check(pd.layer.full_like(x, 2.5), np.full_like(value, 2.5),
                   x=value)

    def test_ranges(self):
        self.check(pd.layer.arange(4), np.arange(4))
        self.check(pd.layer.arange(5, 0, -2), np.arange(5, 0, -2))
        self.check(pd.layer.arange(0, 1, 0.25),
                   np.arange(0, 1, 0.25).astype(np.float32))
        self.check(pd.layer.range(1, 3, dtype="float64"), np.arange(1.0, 3))
        n = pd.layer.data("n", [], "int64")
        self.check(pd.layer.arange(n), np.arange(6), n=np.array(6))
        self.check(pd.layer.arange(1, n, 2), np.arange(1, 6, 2),
                   n=np.array(6))

    def test_matrices(self):
        self.check(pd.layer.eye(2), np.eye(2, dtype=np.float32))
        self.check(pd.layer.eye(2, 3, "int32"), np.eye(2, 3, dtype=np.int32))
        self.check(pd.layer.linspace(0.0, 1.0, 5, dtype="float64"),
                   np.linspace(0, 1, 5))

    def test_generated_layers(self):
        x = pd.layer.data("x", [2, 1, 3])
        value = random(2, 1, 3)
        layer = pd.layer
        for variable, expected in [
                (layer.squeeze(x, axes=[1]), value[:, 0]),
                (layer.unsqueeze(x, axes=[0]), value[None]),
                (layer.expand(x, expand_times=[1, 2, 2]),
                 np.tile(value, (1, 2, 2))),
                (layer.broadcast_to(x, shape=[4, -1, 5, -1]),
                 np.broadcast_to(value[None], (4, 2, 5, 3))),
                (layer.pad(x, paddings=[0, 0, 1, 0, 0, 2], pad_value=1.0),
                 np.pad(value, ((0, 0), (1, 0), (0, 2)), constant_values=1)),
                (layer.pad(x, paddings=[0, 0, 0, 0, 2, 1], mode="reflect"),
                 np.pad(value, ((0, 0), (0, 0), (2, 1)), "reflect")),
                (layer.crop(x, offsets=[0, 0, 1], shape=[-1, 1, 2]),
                 value[:, :, 1:]),
                (layer.flip(x, axis=[0, 2]), value[::-1, :, ::-1]),
                (layer.roll(x, shifts=[1], axis=[-1]), np.roll(value, 1, -1)),
                (layer.argsort(x).out, np.sort(value)),
                (layer.argsort(x, descending=True).indices,
                 np.argsort(-value)),
                (layer.shape(x), np.array([2, 1, 3])),
                (layer.where_index(x), np.argwhere(value)),
                (layer.tril(layer.squeeze(x, axes=[1])), np.tril(value[:, 0])),
                (layer.unstack(x, axis=2)[1], value[:, :, 1])]:
            np.testing.assert_array_equal(self.eval(variable, x=value),
                                          expected)

    def test_by_number(self):
        ids = pd.layer.data("ids", [None, 1], "int64")
        self.check(pd.layer.one_hot(ids, 3),
                   np.eye(3, dtype=np.float32)[[2, 0]],
                   ids=np.array([[2], [0]]))
        x = pd.layer.data("x", [4, 2])
        value, rows = random(4, 2), random(2, 2, seed=3)
        updates = pd.layer.data("updates", [None, 2])
        expected = value.copy()
        expected[[2, 0]] = rows
        self.check(pd.layer.scatter(x, ids, updates), expected, x=value,
                   ids=np.array([[2], [0]]), updates=rows)
        with self.assertRaisesRegex(IndexError, "index 3 at position 1"):
            self.eval(pd.layer.one_hot(ids, 3), ids=np.array([[2], [3]]))
