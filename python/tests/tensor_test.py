"""NumPy arrays, tensors and scopes: what is shared and who keeps it alive."""

import gc
import unittest
import weakref

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase

DTYPES = ("bool", "uint8", "int8", "int16", "int32", "int64", "float16",
          "float32", "float64")


def address(array):
    return array.__array_interface__["data"][0]


class LoDTensorTest(unittest.TestCase):

    def test_every_type_and_rank_comes_back(self):
        for dtype in DTYPES:
            for shape in ((), (3,), (2, 3), (0, 4), (1,) * 9):
                array = np.ones(shape, dtype)
                tensor = pd.LoDTensor(array)
                self.assertEqual(tensor.shape, shape)
                self.assertEqual(tensor.dtype, dtype)
                np.testing.assert_array_equal(np.asarray(tensor), array)

    def test_contiguous_arrays_are_not_copied(self):
        array = np.arange(6, dtype=np.float32)
        self.assertEqual(address(pd.LoDTensor(array).numpy()), address(array))

    def test_other_layouts_are_copied(self):
        base = np.arange(12, dtype=np.float32).reshape(3, 4)
        swapped = np.arange(3, dtype=">i4")
        unaligned = np.zeros(9, np.uint8)[1:].view(np.float32)
        for array in (base.T, base[:, ::2], base[::-1], swapped, unaligned):
            tensor = pd.LoDTensor(array)
            np.testing.assert_array_equal(tensor.numpy(), array)
            self.assertNotEqual(address(tensor.numpy()), address(array))

    def test_numpy_says_whether_to_copy(self):
        array = np.arange(6, dtype=np.float32)
        tensor = pd.LoDTensor(array)
        for given in (tensor.__array__(), tensor.__array__("float32"),
                      tensor.__array__(copy=False), np.asarray(tensor)):
            self.assertEqual(address(given), address(array))
        for given in (tensor.__array__(copy=True), np.array(tensor)):
            self.assertNotEqual(address(given), address(array))
            np.testing.assert_array_equal(given, array)
        self.assertEqual(tensor.__array__("int64").dtype, "int64")
        with self.assertRaisesRegex(ValueError, "without copying"):
            tensor.__array__("int64", copy=False)

    def test_the_array_lives_as_long_as_the_tensor(self):
        class Array(np.ndarray):
            pass
        array = Array(3, np.float32)  # Owns its memory.
        alive = weakref.ref(array)
        tensor = pd.LoDTensor(array)
        del array
        gc.collect()
        self.assertIsNotNone(alive())
        del tensor
        gc.collect()
        self.assertIsNone(alive())

    def test_the_tensor_lives_as_long_as_its_array(self):
        tensor = pd.LoDTensor(np.arange(1000, dtype=np.int64))
        view = tensor.numpy()
        del tensor
        gc.collect()
        self.assertEqual(view.sum(), 499500)

    def test_lengths(self):
        tensor = pd.LoDTensor(np.zeros((5, 2), np.float32),
                              [[2, 1], [2, 0, 3]])
        self.assertEqual(tensor.lengths, [[2, 1], [2, 0, 3]])
        self.assertIn("lengths", repr(tensor))
        self.assertEqual(pd.LoDTensor(np.zeros(2)).lengths, [])

    def test_lengths_must_add_up(self):
        for lengths in ([[2, 2]], [[-1, 6]], [[1], [2, 3]]):
            with self.subTest(lengths), self.assertRaises(ValueError):
                pd.LoDTensor(np.zeros((5, 2), np.float32), lengths)

    def test_what_is_no_tensor_is_refused(self):
        for array in (np.zeros(2, complex), np.array(["a"]),
                      np.array([None]), np.zeros(2, "datetime64[s]")):
            with self.subTest(array.dtype), self.assertRaisesRegex(
                    TypeError, "no tensor has elements of type"):
                pd.LoDTensor(array)
        with self.assertRaisesRegex(ValueError, "9"):
            pd.LoDTensor(np.zeros((1,) * 10))


class ScopeTest(ProgramTestCase):

    def test_set_copies_and_reading_does_not(self):
        array = np.arange(3, dtype=np.float32)
        tensor = self.scope.var("x").get_tensor()
        tensor.set(array)
        self.assertNotEqual(address(np.asarray(tensor)), address(array))
        self.assertEqual(address(np.asarray(tensor)),
                         address(np.asarray(tensor)))

    def test_a_view_of_a_scope_is_read_only(self):
        self.set_value("x", [1.0])
        view = np.asarray(self.scope.var("x").get_tensor())
        with self.assertRaisesRegex(ValueError, "read-only"):
            view[0] = 2

    def test_children_find_what_parents_have(self):
        self.set_value("x", [1.0])
        child = self.scope.new_scope()
        self.assertIsNone(child.find_var("y"))
        self.assertEqual(child.find_var("x").name, "x")
        child.var("y")
        self.assertIsNone(self.scope.find_var("y"))
        self.assertEqual(child.local_names(), ["y"])

    def test_erased_and_empty_variables(self):
        tensor = self.scope.var("x").get_tensor()
        self.assertFalse(tensor.initialized)
        with self.assertRaisesRegex(RuntimeError, "x is not initialised"):
            tensor.numpy()
        self.scope.erase("x")
        with self.assertRaisesRegex(KeyError, "x has been erased"):
            tensor.numpy()
        with self.assertRaises(KeyError):
            self.scope.erase("x")

    def test_scope_guard(self):
        other = pd.Scope()
        with pd.scope_guard(other):
            self.assertIs(pd.global_scope(), other)
        self.assertIs(pd.global_scope(), self.scope)
