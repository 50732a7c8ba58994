"""block_and_scope.md: rows that go through one of two blocks."""

import numpy as np

import paddle as pd
from paddle import larger_than, minibatch, var
from testing_util import ProgramTestCase


class IfElseTest(ProgramTestCase):

    def setUp(self):
        super().setUp()
        self.x = x = minibatch([10, 20, 30])  # shape [None, 1]
        self.y = y = var(1)  # shape [1]
        self.z = z = minibatch([10, 20, 30])
        self.cond = cond = larger_than(x, 15)  # [false, true, true]

        ie = pd.ifelse()
        with ie.true_block():
            d = pd.layer.add_scalar(x, y)
            ie.output(d, pd.layer.softmax(d))
            self.true_d = d
        with ie.false_block():
            d = pd.layer.fc(z)
            ie.output(d, d + 1)
            self.false_d = d
        self.o1, self.o2 = ie(cond)
        self.w, self.b = self.main.all_parameters()

    def start(self, w=0.5, b=0.25):
        self.run_startup()
        self.set_value(self.w.name, np.array([[w]], np.float32))
        self.set_value(self.b.name, np.array([b], np.float32))

    def test_what_the_document_shows(self):
        self.start()
        o1, o2 = self.exe.run(fetch_list=[self.o1, self.o2])
        np.testing.assert_array_equal(o1, [[5.25], [21], [31]])
        np.testing.assert_array_equal(o2, [[6.25], [1], [1]])
        self.assertEqual(self.o1.shape, (-1, 1))
        self.assertEqual(self.w.shape, (1, 1))

    def test_other_batches(self):
        self.start()
        for x in ([1, 2], [100, 200, 300], [], [50], [5]):
            rows = np.array(x, np.float32).reshape(-1, 1)
            o1, o2 = self.eval([self.o1, self.o2], **{
                self.x.name: rows, self.z.name: rows + 2})
            mask = rows > 15
            false_d = (rows + 2) * 0.5 + 0.25
            np.testing.assert_array_equal(
                o1, np.where(mask, rows + 1, false_d))
            np.testing.assert_array_equal(
                o2, np.where(mask, np.ones_like(rows), false_d + 1))

    def test_gradients_flow_from_the_rows_of_a_block(self):
        loss = pd.layer.reduce_sum(self.o1)
        grads = pd.gradients([loss], [self.w, self.b, self.y, self.z, self.x])
        self.start()
        w, b, y, z, x = self.eval(grads)
        self.assertEqual((w.item(), b.item(), y.item()), (10, 1, 2))
        np.testing.assert_array_equal(z, [[0.5], [0], [0]])
        np.testing.assert_array_equal(x, [[0], [1], [1]])
        everything = {self.x.name: np.full((4, 1), 20, np.float32),
                      self.z.name: np.ones((4, 1), np.float32)}
        w, b, y, z, x = self.eval(grads, **everything)
        self.assertEqual((w.item(), b.item(), y.item()), (0, 0, 4))
        np.testing.assert_array_equal(z, np.zeros((4, 1)))

    def test_it_trains(self):
        loss = pd.layer.reduce_mean(pd.layer.square(self.o1 - 7.0))
        pd.optimizer.SGD(learning_rate=0.01).minimize(loss)
        self.start()
        w, b = 0.5, 0.25
        for _ in range(20):
            value, = self.exe.run(fetch_list=[loss])
            rest = (21 - 7) ** 2 + (31 - 7) ** 2
            error = w * 10 + b - 7
            self.assertAlmostEqual(value.item(), (error ** 2 + rest) / 3,
                                   places=3)
            w, b = w - 0.01 * 20 * error / 3, b - 0.01 * 2 * error / 3
            self.assertAlmostEqual(self.value(self.w.name).item(), w, places=5)
            self.assertAlmostEqual(self.value(self.b.name).item(), b, places=5)
        self.assertLess(abs(w * 10 + b - 7), 1e-3)

    def test_locals_die_with_the_minibatch(self):
        self.assertNotEqual(self.true_d.block_index, self.false_d.block_index)
        self.start()
        self.exe.run(fetch_list=[self.o1])
        for d in (self.true_d, self.false_d):
            self.assertIsNone(self.scope.find_var(d.name))
        with self.assert_fails(ValueError, self.true_d.name,
                               "cannot be seen"):
            pd.layer.relu(self.true_d)

    def test_the_description(self):
        self.start()
        expected = self.eval([self.o1, self.o2])
        program = pd.Program.parse(self.main.serialize())
        op = program.global_block().ops[-1]
        self.assertEqual(op.type, "ifelse")
        self.assertEqual(op.inputs["Condition"], [self.cond.name])
        self.assertEqual(op.inputs["TrueInputs"], [self.x.name])
        self.assertEqual(op.inputs["FalseInputs"], [self.z.name])
        self.assertEqual(set(op.inputs["Captures"]),
                         {self.y.name, self.w.name, self.b.name})
        true = program.block(op.attrs["true_block"])
        self.assertEqual([op.type for op in true.ops],
                         ["elementwise_add", "softmax"])
        false = program.block(op.attrs["false_block"])
        self.assertEqual(false.ops[0].type, "mul")
        again = self.exe.eval(program, fetch_list=[self.o1.name, self.o2.name])
        for one, other in zip(again, expected):
            np.testing.assert_array_equal(one, other)
