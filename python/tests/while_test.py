"""Loops: values, gradients, limits; nested ones are in unrolled_test.py."""

import numpy as np

import paddle as pd
from control_flow_util import ControlFlowTestCase, data, rows

layer = pd.layer
H = 2


def number(value, dtype="int64"):
    return layer.fill_constant([1], dtype, value)


class WhileTest(ControlFlowTestCase):

    def repeat(self, times, body, values):
        """body(*values) `times` over; the loop's outputs."""
        count, limit = number(0), number(times)
        loop = pd.While(pd.less_than(count, limit))
        with loop.block():
            count = loop.carry(count)
            carried = [loop.carry(v) for v in values]
            for variable, following in zip(carried, body(*carried)):
                loop.update(variable, following)
            following = pd.increment(count)
            loop.update(count, following)
            loop.condition(pd.less_than(following, limit))
        return loop()

    def test_counts(self):
        outputs = self.repeat(7, lambda: [], [])
        np.testing.assert_array_equal(self.eval(outputs[0]), [7])

    def test_gradients_of_what_is_carried_and_of_what_is_read(self):
        for times in (0, 1, 4):
            x, w = data("x", [3, H]), data("w", [H, H])
            y = self.repeat(times, lambda h: [layer.tanh(pd.matmul(h, w))],
                            [x])[1]
            values = {"x": rows(3, H), "w": rows(H, H, seed=2)}
            inputs = [x, w] if times else [x]
            actual, _ = self.run_with_gradients([y], inputs, values)
            expected = values["x"]
            for _ in range(times):
                expected = np.tanh(expected @ values["w"])
            self.assert_same(actual[0], expected)
            self.setUp()

    def test_values_may_change_places(self):
        a, b = data("a", [H]), data("b", [H])
        outputs = self.repeat(3, lambda a, b: [b, a * 2.0], [a, b])
        values = {"a": rows(H), "b": rows(H, seed=2)}
        actual, _ = self.run_with_gradients(outputs[1:], [a, b], values)
        self.assert_same(actual, [values["b"] * 2, values["a"] * 4])

    def test_as_a_function(self):
        end = pd.while_loop(lambda i, v: pd.less_than(i, number(5)),
                            lambda i, v: [pd.increment(i), v * 2.0],
                            [number(0), number(1.0, "float64")])
        values = self.eval(end)
        self.assertEqual([float(v[0]) for v in values], [5, 32])

    def test_values_that_begin_as_one_variable(self):
        one = number(1.0, "float64")
        _, _, tenth = pd.while_loop(
            lambda i, a, b: pd.less_than(i, number(9)),
            lambda i, a, b: [pd.increment(i), b, a + b],
            [number(0), one, one])
        self.assertEqual(float(self.eval(tenth)[0]), 89)

    def test_outer_names_mean_the_value_before_the_loop(self):
        x = number(3.0, "float64")
        _, end = pd.while_loop(
            lambda i, v: pd.less_than(i, number(2)),
            lambda i, v: [pd.increment(i), v + x],
            [number(0), x])
        self.assertEqual(float(self.eval(end)[0]), 9)
        loop = pd.While(pd.less_than(number(0), number(1)))
        with self.assertRaisesRegex(ValueError, r"what carry\(\) returned"):
            with loop.block():
                now = loop.carry(x)
                loop.update(x, now)

    def test_random_numbers_differ_between_iterations(self):
        y = self.repeat(
            3, lambda v: [v * 10.0 + layer.ops.uniform_random(
                shape=[1], dtype="float64", min=0.0, max=1.0)],
            [number(0.0, "float64")])[1]
        first = float(self.eval(y)[0])
        digits = np.array([first // 100 % 10, first // 10 % 10, first % 10])
        self.assertGreater(len(set(np.round(digits, 6))), 1)

    def test_ten_thousand_iterations(self):
        outputs = self.repeat(10_000, lambda v: [v + 1.0],
                              [number(0.0, "float64")])
        values = self.eval(outputs)
        self.assertEqual([float(v[0]) for v in values], [10_000, 10_000])


class BadInputTest(ControlFlowTestCase):

    def test_a_limit(self):
        loop = pd.While(pd.less_than(number(0), number(1)), max_iterations=10)
        with loop.block():
            loop.condition(pd.less_than(number(0), number(1)))
        loop()
        value = layer.fill_constant([1], "float32", 0.0)
        loop = pd.While(pd.less_than(number(0), number(1)), max_iterations=10)
        with loop.block():
            now = loop.carry(value)
            loop.update(now, now + 1.0)
            loop.condition(pd.less_than(number(0), number(1)))
        with self.assertRaisesRegex(IndexError, r"(?s)after 10 iterations.*"
                                    r"while_test\.py, line"):
            out, = loop()
            self.eval(out)

    def test_a_condition_that_is_none(self):
        with self.assert_fails(ValueError, "one bool", "int64"):
            pd.While(number(1))
        with self.assert_fails(ValueError, "one bool", "[3]"):
            pd.While(layer.fill_constant([3], "bool", 1.0))

    def test_a_condition_of_the_wrong_size_at_run_time(self):
        x = pd.layer.data("x", [None], dtype="bool")
        value = number(1.0, "float32")
        loop = pd.While(x)
        with loop.block():
            now = loop.carry(value)
            loop.update(now, now * 1.0)
            loop.condition(pd.less_than(number(1), number(0)))
        out, = loop()
        with self.assertRaisesRegex(ValueError, r"one bool, not bool \[3\]"):
            self.eval(out, x=np.array([True, True, False]))

    def test_a_carried_value_of_another_shape(self):
        value = number(1.0, "float32")
        blocks = self.main.num_blocks
        with self.assertRaisesRegex(ValueError, "must stay the same"):
            loop = pd.While(pd.less_than(number(0), number(1)))
            with loop.block():
                now = loop.carry(value)
                loop.update(now, layer.fill_constant([2], "float32", 1.0))
        self.assertEqual(self.main.num_blocks, blocks)

    def test_no_condition_for_the_next_iteration(self):
        value = number(1.0, "float32")
        loop = pd.While(pd.less_than(number(0), number(1)))
        with loop.block():
            loop.carry(value)
        with self.assertRaisesRegex(RuntimeError, "would not end"):
            loop()

    def test_what_is_carried_comes_from_outside(self):
        loop = pd.While(pd.less_than(number(0), number(1)))
        with self.assertRaisesRegex(ValueError, "before the block"):
            with loop.block():
                loop.carry(number(1.0, "float32"))

    def test_an_outer_variable_is_not_written(self):
        i, n = number(0), number(3)
        condition = pd.less_than(i, n)
        loop = pd.While(condition)
        with self.assertRaisesRegex(ValueError, condition.name):
            with loop.block():
                pd.less_than(pd.increment(i), n, cond=condition)
