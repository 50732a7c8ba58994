"""Arithmetic on variables: the values and types that NumPy gives."""

import operator

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase

OPERATORS = (operator.add, operator.sub, operator.mul, operator.truediv,
             operator.mod, operator.floordiv, operator.pow)


class VariableTest(ProgramTestCase):

    def data(self, name, array):
        return pd.layer.data(name, array.shape, str(array.dtype))

    def check(self, function, *arrays):
        """function(variables) against function(arrays)."""
        feed = {f"v{len(self.main.list_vars())}_{i}": array
                for i, array in enumerate(arrays)}
        result = function(*[self.data(n, a) for n, a in feed.items()])
        value = self.eval(result, **feed)
        expected = np.asarray(function(*arrays))
        self.assertEqual(result.dtype, str(expected.dtype))
        self.assertEqual(value.dtype, expected.dtype)
        self.assertEqual(value.shape, expected.shape)
        np.testing.assert_allclose(value, expected, rtol=1e-6)

    def test_shapes_broadcast(self):
        shapes = [((2, 3), (2, 3)), ((2, 3), (3,)), ((3,), (2, 3)),
                  ((2, 1), (1, 3)), ((4, 1, 3), (2, 1)), ((), (2,)),
                  ((1,), ()), ((0, 3), (3,)), ((0, 3), (1, 1))]
        for op in OPERATORS:
            for a, b in shapes:
                with self.subTest(op=op, a=a, b=b):
                    self.check(op, np.full(a, 6, np.float32),
                               np.full(b, 4, np.float32))

    def test_types_are_promoted(self):
        types = ("int32", "int64", "float32", "float64")
        for op in OPERATORS:
            for a in types:
                for b in types:
                    with self.subTest(op=op, a=a, b=b):
                        self.check(op, np.array([7, 3], a),
                                   np.array([2, 5], b))

    def test_numbers_take_the_type_of_the_variable(self):
        for op in OPERATORS:
            for number in (3, 2.5, True, np.float32(2), np.int64(3)):
                x = np.array([1.5, -2], np.float32)

                def of(v):  # for NumPy 2 its own numbers are float64
                    return (number.item() if isinstance(v, np.ndarray) and
                            isinstance(number, np.generic) else number)

                with self.subTest(op=op, number=number):
                    self.check(lambda v: op(v, of(v)), x)
                    self.check(lambda v: op(of(v), v), x)

    def test_numbers_with_whole_variables(self):
        x = np.array([4, -2], np.int64)
        for op in OPERATORS:
            for number in (3, 2.5):
                with self.subTest(op=op, number=number):
                    self.check(lambda v: op(v, number), x)

    def test_negation_matmul_and_astype(self):
        x = np.arange(6, dtype=np.float32).reshape(2, 3)
        self.check(operator.neg, x)
        self.check(abs, x - 3)
        self.check(abs, np.array([-2, 3, 0]))
        self.check(operator.matmul, x, x.T.copy())
        self.check(lambda v: v.astype("int32"), x)

    def test_what_is_no_number_is_refused(self):
        x = pd.layer.data("x", [2])
        for other in ("a", None, [1, 2]):
            with self.subTest(other=other), self.assertRaises(TypeError):
                x + other

    def test_arrays_are_to_be_fed(self):
        x = pd.layer.data("x", [2])
        for op in OPERATORS:
            for array in (np.zeros(2), np.array(2.0)):
                with self.assertRaisesRegex(TypeError, "x .*feed"):
                    op(x, array)
                with self.assertRaisesRegex(TypeError, "x .*feed"):
                    op(array, x)

    def test_a_variable_has_no_truth(self):
        x = pd.layer.data("x", [2])
        with self.assertRaisesRegex(TypeError, "x has no value before"):
            bool(x)

    def test_properties(self):
        x = pd.layer.data("x", [None, 3], "int64", lod_level=1)
        self.assertEqual((x.name, x.shape, x.dtype, x.ndim, x.lod_level),
                         ("x", (-1, 3), "int64", 2, 1))
        self.assertTrue(x.is_data)
        self.assertIs(x.program, self.main)
        w = pd.layer.create_parameter([2, 3])
        self.assertTrue(w.is_parameter and w.persistable and w.trainable)
        w.stop_gradient = True
        self.assertTrue(w.stop_gradient)
        with self.assertRaises(AttributeError):
            w.name = "y"

    def test_equal_handles_mean_the_same_variable(self):
        x = pd.layer.data("x", [2])
        same = self.main.global_block().var("x")
        self.assertEqual(x, same)
        self.assertEqual(hash(x), hash(same))
        self.assertNotEqual(x, pd.layer.data("y", [2]))
        self.assertFalse(x == "x")
