"""block_and_scope.md: the recurrent network, beside the document's C++ loop."""

import numpy as np

import paddle as pd
from paddle import layer, sequence, var
from testing_util import ProgramTestCase


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def written_out(x, m, w, u):
    """The document's loop over one sequence, and its gradients.

    b = U * mem[i - 1], s = a + b, act = sigmoid(s); what comes out is a and b.
    Returns a, b, act and d(sum of b)/d(w, u, m).
    """
    state, d_state = m, np.array([0.0, 0.0, 1.0])  # by w, u, m
    a, b, acts, d_sum = [], [], [], np.zeros(3)
    for value in x:
        a.append(w * value)
        b.append(u * state)
        d_b = u * d_state + np.array([0, state, 0])
        d_sum = d_sum + d_b
        d_s = d_b + np.array([value, 0, 0])
        act = sigmoid(a[-1] + b[-1])
        state, d_state = act, act * (1 - act) * d_s
        acts.append(act)
    return np.array(a), np.array(b), np.array(acts), d_sum


class RnnTest(ProgramTestCase):

    def write(self, outputs):
        """The document's program; `outputs` picks what rnn.output names."""
        self.x = x = sequence([10, 20, 30])  # shape [None, 1], three steps
        self.m = m = var(0)
        self.w = W = var(0.314, param=True)
        self.u = U = var(0.375, param=True)

        rnn = pd.rnn()
        with rnn.step():
            h = rnn.memory(init=m)
            h_prev = rnn.previous_memory(h)
            a = layer.fc(W, x)
            b = layer.fc(U, h_prev)
            s = pd.add(a, b)
            act = pd.sigmoid(s)
            rnn.update_memory(h, act)
            rnn.output(*outputs(a, b, act))
        return rnn()

    def test_what_the_document_shows(self):
        o1, o2 = self.write(lambda a, b, act: (a, b))
        self.assertEqual(o1.lod_level, 1)
        grads = pd.gradients([layer.reduce_sum(o2)], [self.w, self.u, self.m])
        self.run_startup()
        values = self.eval([o1, o2] + grads)
        a, b, _, d_sum = written_out([10, 20, 30], 0, 0.314, 0.375)
        np.testing.assert_allclose(values[0][0].ravel(), a, rtol=1e-6)
        np.testing.assert_allclose(values[1][0].ravel(), b, rtol=1e-6)
        np.testing.assert_allclose(np.ravel(values[2:]), d_sum, rtol=1e-5)

    def test_what_the_documents_loop_stores(self):
        act, b = self.write(lambda a, b, act: (act, b))
        self.run_startup()
        values = self.eval([act, b])
        _, expected_b, expected_act, _ = written_out([10, 20, 30], 0, 0.314,
                                                     0.375)
        np.testing.assert_allclose(values[0][0].ravel(), expected_act,
                                   rtol=1e-6)
        np.testing.assert_allclose(values[1][0].ravel(), expected_b, rtol=1e-6)

    def test_a_batch_of_sequences_of_different_lengths(self):
        _, o2 = self.write(lambda a, b, act: (a, b))
        grads = pd.gradients([layer.reduce_sum(o2)], [self.w, self.u, self.m])
        self.run_startup()
        batch = [[0.5], [], [1.0, -2.0, 0.25, 3.0], [2.0, 1.0]]
        fed = [np.reshape(s, (-1, 1)).astype(np.float32) for s in batch]
        values = self.eval([o2] + grads, **{self.x.name: fed})
        total = np.zeros(3)
        for out, steps in zip(values[0], batch):
            _, b, _, d_sum = written_out(steps, 0, 0.314, 0.375)
            np.testing.assert_allclose(out.ravel(), b, rtol=1e-5, atol=1e-7)
            total += d_sum  # m's too: the sum over sequences
        np.testing.assert_allclose(np.ravel(values[1:]), total, rtol=1e-5)

    def test_the_description(self):
        self.write(lambda a, b, act: (a, b))
        program = pd.Program.parse(self.main.serialize())
        recurrent = program.global_block().ops[-1]
        self.assertEqual(recurrent.type, "recurrent")
        step = program.block(recurrent.attrs["step_net"])
        self.assertEqual([op.type for op in step.ops],
                         ["matmul", "matmul", "elementwise_add", "sigmoid"])
        self.assertEqual(len(step.vars), 6)  # x, h, a, b, s, act
        self.assertIn(self.x.name, [v.name for v in step.vars])
