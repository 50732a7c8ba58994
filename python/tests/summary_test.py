"""pd.summary and the FLOP formulas, against nets counted by hand."""

import paddle as pd
from paddle.inspect.flops import flops
from testing_util import ProgramTestCase

layer = pd.layer


def rows_of(made, kind):
    return [row for row in made.rows if row.type == kind]


class SummaryTest(ProgramTestCase):

    def lenet(self):
        """LeNet-5's shape: 28 x 28 images to ten classes."""
        image = layer.data("image", [None, 1, 28, 28])
        label = layer.data("label", [None, 1], "int64")
        x = layer.conv2d(image, 6, 5, padding=2, act="relu")
        x = layer.pool2d(x, 2, pool_stride=2)
        x = layer.conv2d(x, 16, 5, act="relu")
        x = layer.pool2d(x, 2, pool_stride=2)
        for size in (120, 84):
            x = layer.fc(x, size, act="relu")
        return layer.mean(
            layer.softmax_with_cross_entropy(layer.fc(x, 10), label))

    def test_lenet(self):
        self.lenet()
        made = pd.summary(batch_size=32)
        convs = (6 * 25 + 6) + (16 * 6 * 25 + 16)
        dense = (400 * 120 + 120) + (120 * 84 + 84) + (84 * 10 + 10)
        self.assertEqual(made.parameters, convs + dense)
        self.assertEqual(made.parameters, 61706)
        self.assertEqual(made.trainable, 61706)
        self.assertEqual(made.parameter_bytes, 4 * 61706)
        first, second = rows_of(made, "conv2d")
        self.assertEqual(first.shape, (32, 6, 28, 28))
        self.assertEqual(first.flops, 32 * 28 * 28 * 6 * 25 * 2)
        self.assertEqual(second.shape, (32, 16, 10, 10))
        self.assertEqual(second.flops, 32 * 10 * 10 * 16 * 6 * 25 * 2)
        self.assertEqual([row.flops for row in rows_of(made, "mul")],
                         [2 * 32 * 400 * 120, 2 * 32 * 120 * 84,
                          2 * 32 * 84 * 10])
        self.assertEqual([row.flops for row in rows_of(made, "pool2d")],
                         [32 * 6 * 28 * 28, 32 * 16 * 10 * 10])
        relus = rows_of(made, "relu")
        self.assertEqual([row.flops for row in relus],
                         [32 * 6 * 784, 32 * 1600, 32 * 120, 32 * 84])
        self.assertEqual(relus[0].bytes, 2 * 4 * 32 * 6 * 784)
        self.assertEqual(made.flops["forward"],
                         sum(row.flops for row in made.rows))
        self.assertEqual(made.unknown, [])

    def test_a_multilayer_perceptron_that_trains(self):
        x = layer.data("x", [None, 20])
        out = layer.fc(layer.fc(x, 30, bias_attr=False), 5, bias_attr=False)
        pd.optimizer.Adam().minimize(layer.mean(out))
        made = pd.summary(batch_size=8)
        self.assertEqual(made.parameters, 20 * 30 + 30 * 5)
        # Moments, two powers for each parameter, and the learning rate.
        self.assertEqual(made.state_bytes, 4 * (2 * 750 + 2 * 2 + 1))
        forward = 2 * 8 * (20 * 30 + 30 * 5) + 8 * 5
        self.assertEqual(made.flops["forward"], forward)
        one, two = rows_of(made, "mul_grad")
        self.assertEqual(one.role, "backward")
        # Gradients of weights and input; the data needs none.
        self.assertEqual(one.flops, 2 * (2 * 8 * 30 * 5))
        self.assertEqual(two.flops, 2 * 8 * 20 * 30)
        self.assertEqual(made.flops["optimize"], 12 * 750)
        self.assertNotIn("mul_grad", str(made))

    def test_an_lstm_over_sequences(self):
        words = layer.data("words", [None, 1], "int64", lod_level=1)
        x = layer.fc(layer.embedding(words, [1000, 16]), 4 * 24,
                     bias_attr=False)
        layer.dynamic_lstm(x, 4 * 24, use_peepholes=False)
        made = pd.summary(input_shapes={"words": (70, 1)})
        self.assertEqual(made.parameters,
                         1000 * 16 + 16 * 96 + 24 * 96 + 96)
        (lstm,) = rows_of(made, "lstm")
        self.assertEqual(lstm.shape, (70, 24))
        self.assertEqual(lstm.flops,
                         70 * (2 * 24 * 96 + 3 * 96 + 5 * 24))
        self.assertEqual(rows_of(made, "mul")[0].flops, 2 * 70 * 16 * 96)
        self.assertEqual(rows_of(made, "lookup_table")[0].flops, 0)

    def test_shared_parameters_count_once(self):
        x = layer.data("x", [None, 6])
        for _ in range(3):
            x = layer.fc(x, 6, param_attr="w", bias_attr=False)
        made = pd.summary()
        self.assertEqual(made.parameters, 36)
        self.assertEqual([row.parameters for row in made.rows], [36, 0, 0])

    def test_frozen_parameters_are_told_apart(self):
        x = layer.data("x", [None, 6])
        layer.fc(x, 2, param_attr=pd.ParamAttr("w", trainable=False))
        made = pd.summary()
        self.assertEqual((made.parameters, made.trainable), (14, 2))

    def test_a_program_without_batch_size_shows_n(self):
        self.lenet()
        made = pd.summary()
        self.assertEqual(rows_of(made, "conv2d")[0].shape, ("N", 6, 28, 28))
        self.assertIn("[N, 6, 28, 28]", str(made))
        self.assertIn("one sample", str(made))
        of_eight = pd.summary(batch_size=8)
        self.assertEqual(of_eight.flops["forward"],
                         8 * made.flops["forward"])
        self.assertIn("[8, 6, 28, 28]", str(of_eight))
        self.assertIn("N = 8", str(of_eight))

    def test_sizes_that_follow_from_the_batch(self):
        x = layer.data("x", [None, 4, 6])
        layer.relu(layer.reshape(x, [-1, 6]))
        made = pd.summary(batch_size=5)
        self.assertEqual(rows_of(made, "relu")[0].shape, (20, 6))
        self.assertEqual(rows_of(made, "relu")[0].flops, 120)

    def test_blocks_are_indented(self):
        x = layer.data("x", [None, 4], lod_level=1)
        rnn = pd.rnn()
        with rnn.step():
            state = rnn.memory(shape=[8])
            new = layer.fc([rnn.step_input(x), state], 8, act="tanh")
            rnn.update_memory(state, new)
            rnn.output(new)
        rnn()
        made = pd.summary()
        self.assertEqual(made.parameters, 4 * 8 + 8 * 8 + 8)
        self.assertEqual({row.depth for row in rows_of(made, "mul")}, {1})
        self.assertEqual(made.unknown, [])
        self.assertRegex(str(made), r"(?m)^recurrent .*\n  mul ")

    def test_wrong_sizes_are_refused(self):
        layer.data("x", [None, 4])
        layer.data("y", [None, 4])
        for shapes, part in [
                ({"x": (3, 4, 1)}, r"x \[N, 4\] is given the shape \[3, 4, 1"),
                ({"x": (3, 5)}, "but 4 is 4"),
                ({"x": (3, 4), "y": (2, 4)}, "y .* but N is 3")]:
            with self.assertRaisesRegex(ValueError, part):
                pd.summary(input_shapes=shapes)
        with self.assertRaises(KeyError):
            pd.summary(input_shapes={"z": (3, 4)})
        with self.assertRaisesRegex(ValueError, "batch_size is -1"):
            pd.summary(batch_size=-1)

    def test_the_number_for_one_operator(self):
        x, y = layer.data("x", [3, 4, 5]), layer.data("y", [3, 5, 7])
        out = layer.matmul(x, y)
        (op,) = self.main.global_block().ops
        shapes = {"x": (3, 4, 5), "y": (3, 5, 7), out.name: (3, 4, 7)}
        self.assertEqual(flops(op, shapes), 2 * 3 * 4 * 5 * 7)
        self.assertIsNone(flops(op, {"y": (3, 5, 7)}))

    def test_a_transposed_product_counts_the_same(self):
        x, y = layer.data("x", [5, 4]), layer.data("y", [7, 5])
        layer.matmul(x, y, transpose_x=True, transpose_y=True)
        (row,) = pd.summary().rows
        self.assertEqual(row.flops, 2 * 4 * 5 * 7)

    def test_an_empty_program(self):
        made = pd.summary()
        self.assertEqual((made.rows, made.parameters), ([], 0))
        self.assertIn("parameters: 0", str(made))
