"""Comparisons, logic and counters: the values that NumPy gives."""

import operator

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase

COMPARISONS = {
    pd.less_than: (operator.lt, np.less),
    pd.less_equal: (operator.le, np.less_equal),
    pd.greater_than: (operator.gt, np.greater),
    pd.larger_than: (operator.gt, np.greater),
    pd.greater_equal: (operator.ge, np.greater_equal),
    pd.equal: (None, np.equal),
    pd.not_equal: (None, np.not_equal),
}
LOGIC = {
    pd.logical_and: (operator.and_, np.logical_and),
    pd.logical_or: (operator.or_, np.logical_or),
    pd.logical_xor: (operator.xor, np.logical_xor),
}


class LogicalTest(ProgramTestCase):

    def data(self, array):
        name = f"v{len(self.main.list_vars())}"
        return name, pd.layer.data(name, array.shape, str(array.dtype))

    def check(self, made, expected, **feed):
        self.assertEqual(made.dtype, "bool")
        value = self.eval(made, **feed)
        self.assertEqual(value.dtype, bool)
        np.testing.assert_array_equal(value, expected)

    def check_both(self, function, expected, a, b):
        (m, x), (n, y) = self.data(a), self.data(b)
        self.check(function(x, y), expected(a, b), **{m: a, n: b})

    def test_comparisons(self):
        pairs = [(np.array([[1, 2, 3], [3, 2, 1]], "float32"),
                  np.array([2, 2, 2], "float32")),
                 (np.array([1, 2, 3]), np.array([1.5, 2, 2.5])),
                 (np.array([True, False]), np.array([1, 1], "int32")),
                 (np.array([1, 200], "uint8"), np.array([-1, 2], "int8")),
                 (np.array(3.0), np.zeros((0,)))]
        for function, (symbol, expected) in COMPARISONS.items():
            for a, b in pairs:
                with self.subTest(function=function, a=a, b=b):
                    self.check_both(function, expected, a, b)
                    if symbol is not None:
                        self.check_both(symbol, symbol, a, b)

    def test_numbers_on_either_side(self):
        array = np.array([10, 20, 30], "float32")
        name, x = self.data(array)
        for function, (symbol, expected) in COMPARISONS.items():
            for number in (15, 20.0, np.float32(20), True):
                with self.subTest(function=function, number=number):
                    self.check(function(x, number), expected(array, number),
                               **{name: array})
                    self.check(function(number, x), expected(number, array),
                               **{name: array})
                    if symbol is not None:
                        self.check(symbol(number, x), symbol(number, array),
                                   **{name: array})

    def test_logic(self):
        a, b = np.array([[True], [False]]), np.array([True, False, True])
        for function, (symbol, expected) in LOGIC.items():
            with self.subTest(function=function):
                self.check_both(function, expected, a, b)
                self.check_both(symbol, symbol, a, b)
        name, x = self.data(a)
        self.check(~x, ~a, **{name: a})
        self.check(pd.logical_not(x), ~a, **{name: a})

    def test_counting(self):
        counter = pd.layer.fill_constant(shape=[1], dtype="int64", value=3)
        more = pd.increment(pd.increment(counter), value=2)
        empty = pd.is_empty(pd.layer.data("x", [None, 3]))
        self.assertEqual(self.eval(more).tolist(), [6])
        self.check(empty, False, x=np.zeros((2, 3), "float32"))
        self.check(empty, True, x=np.zeros((0, 3), "float32"))

    def test_the_answer_can_go_to_a_variable(self):
        x = pd.layer.data("x", [3])
        cond = self.main.global_block().create_var("cond", [3], "bool")
        self.assertEqual(pd.less_than(x, 2, cond=cond), cond)
        self.check(cond, [True, False, False],
                   x=np.array([1, 2, 3], "float32"))

    def test_mistakes(self):
        x = pd.layer.data("x", [3])
        with self.assert_fails(ValueError, "less_than", "[4]", "[3]"):
            pd.less_than(x, pd.layer.data("y", [4]))
        with self.assert_fails(ValueError, "X of logical_and is of bool"):
            pd.logical_and(x, x)
        with self.assert_fails(ValueError, "cannot be 0.5"):
            pd.increment(pd.layer.data("n", [1], "int64"), 0.5)
        with self.assertRaisesRegex(TypeError, "variables and numbers, .*'a'"):
            pd.less_than(x, "a")
        with self.assertRaisesRegex(TypeError, "feed"):
            x < np.zeros(3)
        with self.assertRaises(TypeError):
            x < "a"
        with self.assertRaises(TypeError):
            x & True
        with self.assertRaisesRegex(TypeError, "x is of type Variable, not 1"):
            pd.logical_not(1)
        with self.assertRaisesRegex(ValueError, "of two numbers"):
            pd.less_than(1, 2)
        with self.assertRaisesRegex(TypeError, "cond is of type Variable"):
            pd.less_than(x, 2, cond="c")
