"""Reductions over axes as NumPy has them."""

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random


def log_sum_exp(x, axis, keepdims):
    return np.log(np.exp(x).sum(axis, keepdims=keepdims))


class ReductionTest(ProgramTestCase):

    def setUp(self):
        super().setUp()
        self.x = pd.layer.data("x", [None, 3, 4])
        self.values = random(2, 3, 4)

    def check(self, layer, expected, x=None, values=None):
        x = self.x if x is None else x
        values = self.values if values is None else values
        for dim in (None, 0, -1, [0, 2], [1]):
            for keep_dim in (False, True):
                result = self.eval(layer(x, dim=dim, keep_dim=keep_dim),
                                   x=values)
                axis = tuple(dim) if isinstance(dim, list) else dim
                wanted = expected(values, axis=axis, keepdims=keep_dim)
                self.assertEqual(result.shape, np.shape(wanted))
                np.testing.assert_allclose(result, wanted, rtol=1e-5)

    def test_numbers(self):
        self.check(pd.layer.reduce_min, np.min)
        self.check(pd.layer.reduce_prod, np.prod)
        self.check(pd.layer.logsumexp, log_sum_exp)

    def test_norms(self):
        for p in (0, 1, 2, 3.5, np.inf, -np.inf):
            def norm(x, axis, keepdims):
                axis = tuple(range(3)) if axis is None else np.atleast_1d(axis)
                rest = [i for i in range(3) if i not in axis % np.int64(3)]
                moved = np.transpose(x, [*rest, *(axis % np.int64(3))])
                flat = moved.reshape([x.shape[i] for i in rest] + [-1])
                result = np.linalg.norm(flat, p, axis=-1)
                return np.expand_dims(result, tuple(axis)) if keepdims \
                    else result
            self.check(lambda x, dim, keep_dim: pd.layer.p_norm(
                x, p, dim, keep_dim), norm)

    def test_truth_values(self):
        self.x = pd.layer.data("truth", [None, 3, 4], "bool")
        values = self.values > -0.6
        for layer, expected in ((pd.layer.reduce_all, np.all),
                                (pd.layer.reduce_any, np.any)):
            for dim in (None, 1):
                result = self.eval(layer(self.x, dim), truth=values)
                np.testing.assert_array_equal(result, expected(values, dim))

    def test_empty_as_numpy(self):
        x = pd.layer.data("none", [None, 0])
        none = np.zeros((2, 0), "float32")
        results = self.eval(
            [pd.layer.reduce_prod(x, 1), pd.layer.logsumexp(x, 1),
             pd.layer.p_norm(x, dim=1)], none=none)
        for result, value in zip(results, (1, -np.inf, 0)):
            np.testing.assert_array_equal(result, [value] * 2)

    def test_bad_arguments(self):
        with self.assert_fails(IndexError, "axis 3"):
            pd.layer.reduce_min(self.x, 3)
        with self.assert_fails(ValueError, "X of reduce_all is of bool"):
            pd.layer.reduce_all(self.x)
