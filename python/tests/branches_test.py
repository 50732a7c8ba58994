"""Branches as Python writes them: `with`, mistakes, what is left of them."""

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random

layer = pd.layer


class BranchesTest(ProgramTestCase):

    def setUp(self):
        super().setUp()
        self.x = layer.data("x", [None, 2])
        self.mask = layer.data("mask", [None, 1], dtype="bool")
        self.flag = layer.data("flag", [1], dtype="bool")

    def feed(self, mask, flag=True):
        return {"x": random(len(mask), 2), "flag": np.array([bool(flag)]),
                "mask": np.array(mask, bool).reshape(-1, 1)}


class IfElseTest(BranchesTest):

    def test_a_body_that_raises_leaves_no_trace(self):
        before = str(self.main), str(self.startup)
        for first in (True, False):
            ie = pd.ifelse()
            with self.assertRaises(ZeroDivisionError):
                if not first:
                    with ie.true_block():
                        ie.output(layer.fc(self.x, 2))
                with ie.true_block() if first else ie.false_block():
                    ie.output(layer.fc(self.x, 2))
                    1 / 0
            self.assertEqual((str(self.main), str(self.startup)), before)
            with self.assertRaises(RuntimeError):
                ie(self.mask)

    def test_an_ifelse_that_is_not_called_leaves_no_trace(self):
        before = str(self.main)
        ie = pd.ifelse()
        with ie.true_block():
            ie.output(self.x * 2)
        del ie
        self.assertEqual(str(self.main), before)

    def test_a_missing_output_is_an_error_of_the_call(self):
        ie = pd.ifelse()
        with ie.true_block():
            ie.output(self.x * 2, self.x)
        with ie.false_block():
            ie.output(self.x)
        with self.assert_fails(ValueError, "has 2 outputs, but the false "
                               "block 1"):
            ie(self.mask)

    def test_a_shape_that_only_the_parts_have_names_the_line(self):
        fixed = layer.data("fixed", [4, 2])
        mask = layer.data("four", [4], dtype="bool")
        ie = pd.ifelse()
        with ie.true_block():
            ie.output(fixed)
        with ie.false_block():
            ie.output(layer.reshape(fixed, shape=[2, 4]))
        with self.assert_fails(ValueError, "of ifelse is '"):
            ie(mask)

    def test_conditions(self):
        def branch(condition):
            ie = pd.ifelse()
            with ie.true_block():
                ie.output(self.x)
            with ie.false_block():
                ie.output(self.x * 2)
            return ie(condition)

        with self.assertRaisesRegex(ValueError, "bool, \\[rows\\] or"):
            branch(self.x)
        y, = branch(self.mask)
        feed = self.feed([1, 0, 1])
        np.testing.assert_array_equal(
            self.eval(y, **feed), feed["x"] * np.where(feed["mask"], 1, 2))

    def test_inside_an_rnn(self):
        words = layer.data("words", [None, 2], lod_level=1)
        rnn = pd.rnn()
        with rnn.step():
            h = rnn.memory(shape=[2])
            ie = pd.ifelse()
            with ie.true_block():
                ie.output(h + words * 2)
            with ie.false_block():
                ie.output(h - words)
            new, = ie(pd.larger_than(
                layer.reduce_sum(words, dim=[1], keep_dim=True), 0))
            rnn.update_memory(h, new)
            rnn.output(new)
        out, = rnn()
        grad, = pd.gradients([layer.reduce_sum(out)], [words])
        fed = [random(n, 2, seed=n + 1) for n in (3, 0, 5, 1)]
        values, grads = self.eval([out, grad], words=fed)
        for sequence, value, one in zip(fed, values, grads):
            factor = np.where(sequence.sum(1, keepdims=True) > 0, 2, -1)
            np.testing.assert_allclose(
                value, np.cumsum(sequence * factor, 0), rtol=1e-5, atol=1e-6)
            left = np.arange(len(sequence), 0, -1).reshape(-1, 1)
            np.testing.assert_allclose(one, (factor * left).repeat(2, 1))


class SwitchTest(BranchesTest):

    def other(self):
        return layer.data("other", [1], dtype="bool")

    def test_first_match_or_default(self):
        other = self.other()
        sw = pd.Switch()
        with sw.case(self.flag):
            sw.output(self.x * 2)
        with sw.case(other):
            sw.output(self.x * 3)
        with sw.default():
            sw.output(self.x * 4)
        y, = sw()
        grad, = pd.gradients([y], [self.x])
        for flag, second, factor in ((1, 1, 2), (0, 1, 3), (0, 0, 4)):
            feed = self.feed([1, 0], flag)
            value, one = self.eval([y, grad], other=np.array([bool(second)]),
                                   **feed)
            np.testing.assert_allclose(value, feed["x"] * factor, rtol=1e-6)
            np.testing.assert_array_equal(one, np.full((2, 2), factor))

    def test_as_a_context_manager(self):
        with pd.Switch() as sw:
            with sw.case(self.flag):
                sw.output(self.x * 2)
        y, = sw(otherwise=[self.x])
        feed = self.feed([1, 0], False)
        np.testing.assert_array_equal(self.eval(y, **feed), feed["x"])
        count = len(self.main.global_block().ops)
        with pd.Switch() as sw:
            with sw.case(self.flag):
                layer.print(self.x)
        self.assertEqual(len(self.main.global_block().ops), count + 1)

    def test_a_body_that_raises_leaves_no_trace(self):
        before = str(self.main)
        with self.assertRaises(ZeroDivisionError):
            with pd.Switch() as sw:
                with sw.case(self.flag):
                    sw.output(self.x * 2)
                with sw.default():
                    1 / 0
        self.assertEqual(str(self.main), before)

    def test_mistakes(self):
        sw = pd.Switch()
        with self.assert_fails(ValueError, "one bool, not 'x [N, 2] float32'"):
            with sw.case(self.x):
                pass
        with sw.case(self.flag):
            sw.output(self.x)
        with self.assert_fails(ValueError, "without a default"):
            sw()

    def test_piecewise_learning_rate(self):
        step = layer.create_global_var([1], 0.0, "float32")
        sw = pd.Switch()
        with sw.case(pd.less_than(step, 2)):
            sw.output(layer.fill_constant(shape=[1], value=0.1))
        with sw.case(pd.less_than(step, 4)):
            sw.output(layer.fill_constant(shape=[1], value=0.01))
        with sw.default():
            sw.output(layer.fill_constant(shape=[1], value=0.001))
        rate, = sw()
        self.run_startup()
        for count, expected in ((0, 0.1), (1, 0.1), (2, 0.01), (9, 0.001)):
            self.set_value(step.name, np.array([count], np.float32))
            self.assertAlmostEqual(self.eval(rate).item(), expected, places=6)


class CondTest(BranchesTest):

    def test_one_variable_or_several(self):
        y = pd.cond(self.flag, lambda: self.x * 2, lambda: self.x)
        both = pd.cond(self.flag, lambda: (self.x, self.x * 3),
                       otherwise=[self.x, self.x])
        for flag in (True, False):
            feed = self.feed([1], flag)
            values = self.eval([y] + both, **feed)
            for value, factor in zip(values, (2, 1, 3) if flag else (1, 1, 1)):
                np.testing.assert_array_equal(value, feed["x"] * factor)

    def test_a_function_that_raises_leaves_no_trace(self):
        before = str(self.main)
        with self.assertRaises(ZeroDivisionError):
            pd.cond(self.flag, lambda: self.x * 2, lambda: 1 / 0)
        self.assertEqual(str(self.main), before)
