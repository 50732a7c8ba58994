"""block_and_scope.md: a child block finds the names of its parents."""

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random


class NameLookupTest(ProgramTestCase):

    def write(self):
        self.a = a = pd.Variable(shape=[20, 20])
        self.b = pd.fc(a, params=["fc.w", "fc.b"])

        rnn = pd.create_rnn()
        with rnn.stepnet():
            x = a.as_step_input()
            # reuse fc's parameter
            fc_without_b = pd.get_variable("fc.w")
            rnn.output(pd.matmul(x, fc_without_b))
        out, = rnn()
        return out

    def test_what_the_document_shows(self):
        out = self.write()
        self.assertEqual(out.shape, (20, 20))
        self.run_startup()
        a = random(20, 20)
        actual, = self.eval([out], **{self.a.name: a})
        np.testing.assert_allclose(actual, a @ self.value("fc.w"), rtol=1e-4,
                                   atol=1e-5)

    def test_the_shared_parameter_gets_the_sum_of_both_gradients(self):
        out = self.write()
        w = pd.get_variable("fc.w")
        both = pd.gradients([pd.layer.reduce_sum(out),
                             pd.layer.reduce_sum(self.b)], [w])[0]
        one = pd.gradients([pd.layer.reduce_sum(self.b)], [w])[0]
        other = pd.gradients([pd.layer.reduce_sum(out)], [w])[0]
        self.run_startup()
        values = self.eval([both, one, other], **{self.a.name: random(20, 20)})
        self.assertGreater(np.abs(values[0]).min(), 0)
        np.testing.assert_allclose(values[0], values[1] + values[2], rtol=1e-4,
                                   atol=1e-5)

    def test_a_local_of_the_same_name_hides_it(self):
        a = pd.Variable(shape=[20, 20])
        pd.fc(a, params=["fc.w", "fc.b"])
        rnn = pd.create_rnn()
        with rnn.stepnet():
            x = a.as_step_input()
            block = self.main.block(x.block_index)
            block.create_var("fc.w", [20])
            block.append_op("scale", {"X": x.name}, {"Out": "fc.w"})
            self.assertEqual(pd.get_variable("fc.w").shape, (20,))
            rnn.output(pd.get_variable("fc.w"))
        self.assertEqual(pd.get_variable("fc.w").shape, (20, 20))
        out, = rnn()
        self.run_startup()
        value = random(20, 20)
        np.testing.assert_array_equal(self.eval(out, **{a.name: value}), value)

    def test_a_name_of_the_child_is_not_visible_outside(self):
        a = pd.Variable(shape=[20, 20])
        rnn = pd.create_rnn()
        with rnn.stepnet():
            inside = pd.layer.tanh(a.as_step_input())
            rnn.output(inside)
        with self.assertRaisesRegex(KeyError, inside.name):
            pd.get_variable(inside.name)
