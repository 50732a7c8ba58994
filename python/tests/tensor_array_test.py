"""Lists of tensors: written, read, and carried by loops."""

import numpy as np

import paddle as pd
from control_flow_util import ControlFlowTestCase, data, rows

layer = pd.layer


def number(value):
    return layer.fill_constant([1], "int64", value)


class TensorArrayTest(ControlFlowTestCase):

    def test_reads_what_was_written(self):
        x, y = data("x", [None, 2]), data("y", [3])
        array = layer.array_write(x, number(0))
        array = layer.array_write(x * 2.0, number(1), array=array)
        lone = layer.array_write(y, number(5),
                                 array=layer.create_array("float64"))
        feed = {"x": rows(3, 2), "y": rows(3)}
        first, second, alone, length = self.eval(
            [layer.array_read(array, number(0)),
             layer.array_read(array, number(1)),
             layer.array_read(lone, number(5)), layer.array_length(lone)],
            **feed)
        np.testing.assert_array_equal(first, feed["x"])
        np.testing.assert_array_equal(second, feed["x"] * 2)
        np.testing.assert_array_equal(alone, feed["y"])
        np.testing.assert_array_equal(length, [6])

    def test_becomes_a_tensor(self):
        x, y = data("x", [2, 3]), data("y", [2, 3])
        array = layer.array_write(
            y, number(1), array=layer.array_write(x, number(0)))
        outputs = [layer.array_to_tensor(array),
                   layer.array_to_tensor(array, axis=-1, use_stack=False)]
        feed = {"x": rows(2, 3), "y": rows(2, 3, seed=2)}
        values, _ = self.run_with_gradients(outputs, [x, y], feed)
        both = [feed["x"], feed["y"]]
        self.assert_same(values, [np.stack(both), np.concatenate(both, -1)])

    def test_a_loop_fills_an_array(self):
        x, w = data("x", [2]), data("w", [2])
        count, limit = number(0), number(4)
        array = layer.create_array("float64", [None])
        loop = pd.While(pd.less_than(count, limit))
        with loop.block():
            count = loop.carry(count)
            steps, state = loop.carry(array), loop.carry(x)
            following = layer.tanh(state * w)
            loop.update(state, following)
            loop.update(steps, layer.array_write(following, count,
                                                 array=steps))
            after = pd.increment(count)
            loop.update(count, after)
            loop.condition(pd.less_than(after, limit))
        out = layer.array_to_tensor(loop()[1])
        feed = {"x": rows(2), "w": rows(2, seed=2)}
        values, _ = self.run_with_gradients([out], [x, w], feed)
        expected, state = [], feed["x"]
        for _ in range(4):
            state = np.tanh(state * feed["w"])
            expected.append(state)
        self.assert_same(values[0], np.stack(expected))

    def test_an_array_is_no_tensor(self):
        x = data("x", [2])
        array = layer.array_write(x, number(0))
        with self.assert_fails(ValueError, array.name, "is a tensor array",
                               "array_read"):
            layer.relu(array)

    def test_an_array_is_fetched_as_a_list(self):
        x = data("x", [2])
        array = layer.array_write(x, number(0))
        array = layer.array_write(layer.concat([x, x], axis=0), number(1),
                                  array=array)
        value = rows(2)
        first, second = self.eval(array, x=value)
        np.testing.assert_array_equal(first, value)
        np.testing.assert_array_equal(second, np.concatenate([value, value]))
        tensors, = self.exe.eval(self.main, {"x": value}, [array],
                                 return_numpy=False)
        self.assertIsInstance(tensors[1], pd.LoDTensor)

    def test_an_array_is_fed_as_a_list(self):
        array = layer.create_array("float32", [-1])
        length = layer.array_length(array)

        def run(value):
            count, elements = self.exe.eval(
                self.main, {array.name: value}, [length, array])
            self.assertEqual(count[0], len(elements))
            return [element.tolist() for element in elements]

        ragged = [np.float32([1, 2]), np.float32([]), [3, 4, 5]]
        self.assertEqual(run(ragged), [[1, 2], [], [3, 4, 5]])
        self.assertEqual(run(tuple(ragged[:1])), [[1, 2]])
        self.assertEqual(run([]), [])
        self.assertEqual(run(None), [])
        self.assertEqual(run(np.float32([1, 2])), [[1, 2]])

    def test_wrong_lists(self):
        array = layer.create_array("float32", [-1])
        length = layer.array_length(array)
        for value, error, message in (
                (np.zeros([2, 2], "float32"), ValueError, "takes a list of"),
                (3, ValueError, "takes a list of arrays of float32"),
                ([np.zeros([2, 2], "float32")], ValueError,
                 r"element 0 of shape \[2, 2\]"),
                ([[1.0], np.zeros(2)], TypeError,
                 f"element 1 of the list for {array.name}")):
            with self.assertRaisesRegex(error, message):
                self.exe.eval(self.main, {array.name: value}, [length])

    def test_elements_that_are_not_there(self):
        x = data("x", [2])
        missing = layer.array_read(layer.array_write(x, number(2)), number(1))
        with self.assertRaisesRegex(IndexError, "element 1 of a tensor array "
                                    "of 3 was never written"):
            self.eval(missing, x=rows(2))

    def test_creation(self):
        self.assertIn("elements", layer.create_array.__doc__)
        self.assertIn("Array[I]", layer.array_read.__doc__)
        with self.assertRaises(ValueError):
            layer.create_array("float64", [-2])
