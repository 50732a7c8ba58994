"""Sequences are lists of arrays: made, taken apart, padded, fed and fetched."""

import unittest

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random


def address(array):
    return array.__array_interface__["data"][0]


def ragged(lengths, *row, dtype="float32"):
    return [random(length, *row, seed=i).astype(dtype)
            for i, length in enumerate(lengths)]


class FromSequencesTest(unittest.TestCase):

    def assert_same(self, got, wanted):
        """Nested lists of equal arrays."""
        if isinstance(wanted, list):
            self.assertIsInstance(got, list)
            self.assertEqual(len(got), len(wanted))
            for one, other in zip(got, wanted):
                self.assert_same(one, other)
        else:
            self.assertEqual(got.dtype, wanted.dtype)
            np.testing.assert_array_equal(got, wanted)

    def test_arrays_go_in_and_come_out(self):
        for row in ((), (1,), (3,), (2, 2), (0,)):
            for dtype in ("bool", "int8", "int64", "float16", "float64"):
                arrays = ragged((2, 0, 5, 1), *row, dtype=dtype)
                tensor = pd.LoDTensor.from_sequences(arrays)
                with self.subTest(row=row, dtype=dtype):
                    self.assertEqual(tensor.lengths, [[2, 0, 5, 1]])
                    self.assertEqual(tensor.shape, (8, *(row or (1,))))
                    self.assert_same(
                        tensor.to_sequences(),
                        [a.reshape(len(a), *(row or (1,))) for a in arrays])

    def test_two_and_three_levels(self):
        a, b, c = ragged((2, 0, 3), 4)
        tensor = pd.LoDTensor.from_sequences([[a, b], [], [c]])
        self.assertEqual(tensor.lengths, [[2, 0, 1], [2, 0, 3]])
        self.assert_same(tensor.to_sequences(), [[a, b], [], [c]])
        tensor = pd.LoDTensor.from_sequences([[[a], []], [[b, c]]])
        self.assertEqual(tensor.lengths, [[2, 1], [1, 0, 2], [2, 0, 3]])
        self.assert_same(tensor.to_sequences(), [[[a], []], [[b, c]]])

    def test_lists_of_numbers_are_rows_of_one(self):
        tensor = pd.LoDTensor.from_sequences([[1, 2, 3], [], (4,)])
        self.assertEqual((tensor.dtype, tensor.shape), ("int64", (4, 1)))
        self.assertEqual(tensor.numpy().ravel().tolist(), [1, 2, 3, 4])
        self.assertEqual(tensor.lengths, [[3, 0, 1]])
        tensor = pd.LoDTensor.from_sequences([[[1, 2], [3]], [[4]]])
        self.assertEqual(tensor.lengths, [[2, 1], [2, 1, 1]])

    def test_data_types(self):
        def dtype_of(sequences, dtype=None):
            return pd.LoDTensor.from_sequences(sequences, dtype).dtype
        self.assertEqual(dtype_of([[1], [0.5]]), "float32")
        self.assertEqual(dtype_of([[True], [False]]), "bool")
        self.assertEqual(dtype_of([[1], [2]], "int32"), "int32")
        self.assertEqual(dtype_of([[1], np.float64([2])]), "float64")
        self.assertEqual(dtype_of([np.float64([2])], np.float32), "float32")
        self.assertEqual(dtype_of([[], []]), "float32")

    def test_nothing(self):
        for sequences, lengths in (([], [[]]), ([[]], [[0]]),
                                   ([[], []], [[0, 0]])):
            tensor = pd.LoDTensor.from_sequences(sequences)
            self.assertEqual(tensor.lengths, lengths)
            self.assertEqual(tensor.shape, (0, 1))
            self.assertEqual([s.shape for s in tensor.to_sequences()],
                             [(0, 1)] * len(sequences))
        tensor = pd.LoDTensor.from_sequences([np.zeros((0, 5)), []])
        self.assertEqual((tensor.shape, tensor.dtype), ((0, 5), "float64"))

    def test_any_layout(self):
        arrays = [random(4, 3).T, random(3, 8)[:, ::2], random(3, 4)[::-1],
                  random(2, 4).astype(">f4")]
        tensor = pd.LoDTensor.from_sequences(arrays)
        np.testing.assert_array_equal(tensor.numpy(), np.concatenate(arrays))

    def test_the_rows_are_copied_in_and_not_out(self):
        arrays = ragged((2, 3), 4)
        tensor = pd.LoDTensor.from_sequences(arrays)
        before = arrays[0].copy()
        first, second = tensor.to_sequences()
        self.assertEqual(address(first), address(tensor.numpy()))
        self.assertEqual(address(second), address(first) + first.nbytes)
        first[...] = 0
        np.testing.assert_array_equal(arrays[0], before)
        del tensor, first
        np.testing.assert_array_equal(second, arrays[1])

    def test_the_wrong_sequence_is_named(self):
        arrays = ragged((2, 3, 1), 4)
        arrays[1] = arrays[1][:, :3]
        with self.assertRaisesRegex(
                ValueError, r"sequence 1 is of shape \[3, 3\]; its rows are of "
                r"shape \[3\], but must be of shape \[4\]"):
            pd.LoDTensor.from_sequences(arrays)
        with self.assertRaisesRegex(ValueError, "sequence 0, 1 is of shape"):
            pd.LoDTensor.from_sequences([arrays])
        arrays[1] = random(3, 4).astype("float64")
        with self.assertRaisesRegex(
                TypeError, "the tensor is float32, but the array is float64; "
                "(.|\n)*in sequence 1 of"):
            pd.LoDTensor.from_sequences(arrays)
        with self.assertRaisesRegex(TypeError, "whole(.|\n)*in sequence 1 of"):
            pd.LoDTensor.from_sequences([[1], [0.5]], "int64")

    def test_what_is_no_list_of_sequences(self):
        for value, message in (
                (random(3, 2), r"takes a list of arrays, one array for each "
                 r"sequence, not an array of shape \(3, 2\)"),
                (3, "not 3"), (None, "not None"), ("ab", "not 'ab'"),
                ([1, 2], "sequence 0 is 1"),
                ([random(2), [random(2)]],
                 "takes a list of lists of arrays, one array for each "
                 r"sequence, not an array of shape \(2,\) as sequence 0")):
            with self.subTest(message), self.assertRaisesRegex(
                    ValueError, message):
                pd.LoDTensor.from_sequences(value)
        with self.assertRaises(TypeError):
            pd.LoDTensor.from_sequences([["a"]])
        with self.assertRaises(TypeError):
            pd.LoDTensor.from_sequences([[1, [2]]])
        with self.assertRaisesRegex(ValueError, "has no sequences"):
            pd.LoDTensor(random(2)).to_sequences()

    def test_a_large_batch_is_quick(self):
        import time
        arrays = [np.ones((200, 64), np.float32)] * 500  # 25.6 MB
        seconds = []
        for _ in range(3):  # others may use the processor
            begin = time.process_time()
            pd.LoDTensor.from_sequences(arrays).to_sequences()
            seconds.append(time.process_time() - begin)
        # A loop over the 100 000 rows in Python takes longer than that.
        self.assertLess(min(seconds), 0.1)


class PaddedTest(unittest.TestCase):

    def test_there_and_back(self):
        for row in ((), (1,), (3,), (2, 2)):
            for dtype in ("bool", "int32", "float64"):
                arrays = ragged((2, 0, 3), *row, dtype=dtype)
                tensor = pd.LoDTensor.from_sequences(arrays)
                array, mask = tensor.to_padded()
                with self.subTest(row=row, dtype=dtype):
                    self.assertEqual(array.shape, (3, 3, *(row or (1,))))
                    self.assertEqual(array.dtype, dtype)
                    self.assertEqual(mask.dtype, bool)
                    self.assertEqual(mask.tolist(), [
                        [True, True, False], [False] * 3, [True] * 3])
                    np.testing.assert_array_equal(array[mask], tensor.numpy())
                    self.assertFalse(array[~mask].any())
                    back = pd.LoDTensor.from_padded(array, [2, 0, 3])
                    self.assertEqual(back.lengths, tensor.lengths)
                    np.testing.assert_array_equal(back.numpy(),
                                                  tensor.numpy())

    def test_pad_value(self):
        tensor = pd.LoDTensor.from_sequences([[1, 2], [3]])
        array, _ = tensor.to_padded(-1)
        self.assertEqual(array[:, :, 0].tolist(), [[1, 2], [3, -1]])
        with self.assertRaisesRegex(TypeError, "whole numbers"):
            tensor.to_padded(0.5)

    def test_nothing(self):
        array, mask = pd.LoDTensor.from_sequences([]).to_padded()
        self.assertEqual((array.shape, mask.shape), ((0, 0, 1), (0, 0)))
        array, mask = pd.LoDTensor.from_sequences([[], []]).to_padded()
        self.assertEqual((array.shape, mask.shape), ((2, 0, 1), (2, 0)))

    def test_padding_never_matters(self):
        padded = np.full((2, 3), np.nan)
        padded[0, :2] = 1, 2
        padded[1, :1] = 3
        tensor = pd.LoDTensor.from_padded(padded, np.array([2, 1]))
        self.assertEqual(tensor.numpy().tolist(), [[1], [2], [3]])

    def test_mistakes(self):
        tensor = pd.LoDTensor.from_sequences([[[1], [2]]])
        with self.assertRaisesRegex(ValueError, "sequences of sequences"):
            tensor.to_padded()
        with self.assertRaisesRegex(ValueError, "has no sequences"):
            pd.LoDTensor(random(2)).to_padded()
        for length in (-1, 4):
            with self.assertRaisesRegex(
                    ValueError, f"length of sequence 1 is {length}; the array "
                    "has 3 rows of each"):
                pd.LoDTensor.from_padded(random(2, 3), [3, length])
        with self.assertRaisesRegex(ValueError, r"shape \[2, 3\] with 1 len"):
            pd.LoDTensor.from_padded(random(2, 3), [3])
        with self.assertRaisesRegex(ValueError, "from_padded takes an array"):
            pd.LoDTensor.from_padded(random(2), [3, 1])


class FeedTest(ProgramTestCase):

    def words(self, width=2, dtype="float32", lod_level=1):
        return pd.layer.data("words", [None, width], dtype, lod_level)

    def test_lists_of_arrays_in_and_out(self):
        out = pd.layer.relu(self.words())
        arrays = ragged((2, 0, 3), 2)
        values = self.eval(out, words=arrays)
        self.assertIsInstance(values, list)
        for value, array in zip(values, arrays):
            np.testing.assert_array_equal(value, np.maximum(array, 0))

    def test_two_levels(self):
        out = pd.layer.relu(self.words(lod_level=2))
        a, b, c = ragged((2, 0, 3), 2)
        values = self.eval(out, words=[[a, b], [], [c]])
        self.assertEqual([len(v) for v in values], [2, 0, 1])
        np.testing.assert_array_equal(values[2][0], np.maximum(c, 0))

    def test_numbers_take_the_type_of_the_variable(self):
        words = self.words(width=1, dtype="int64")
        for feed in ([[1, 2, 3], [4]], [np.array([1, 2, 3]), np.array([4])],
                     [np.array([[1], [2], [3]]), (4,)]):
            values = self.eval(words, words=feed)
            self.assertEqual([v.tolist() for v in values],
                             [[[1], [2], [3]], [[4]]])
            self.assertEqual(values[0].dtype, np.int64)
        wide = pd.layer.data("wide", [None, 2], "float64", 1)
        values = self.eval(wide, wide=[[[1, 2], [3, 4]], []])
        self.assertEqual(values[0].dtype, np.float64)
        self.assertEqual(values[0].tolist(), [[1, 2], [3, 4]])
        self.assertEqual(values[1].shape, (0, 2))

    def test_rows_of_rank_0(self):
        flat = pd.layer.data("flat", [None], "int64", 1)
        values = self.eval(flat, flat=[[1, 2], [3]])
        self.assertEqual([v.tolist() for v in values], [[1, 2], [3]])

    def test_lod_tensors_and_dense_results(self):
        words = self.words()
        total = pd.layer.reduce_sum(words)
        feed = pd.LoDTensor.from_sequences(ragged((2, 1), 2))
        rows, value = self.eval([words, total], words=feed)
        self.assertEqual(len(rows), 2)
        self.assertIsInstance(value, np.ndarray)
        tensor, = self.exe.eval(feed={"words": feed}, fetch_list=[words],
                                return_numpy=False)
        self.assertIsInstance(tensor, pd.LoDTensor)
        self.assertEqual(tensor.lengths, [[2, 1]])

    def test_fetched_sequences_are_the_users(self):
        out = pd.layer.relu(self.words())
        feed = {"words": ragged((2, 1), 2)}
        first, = self.exe.run(feed=feed, fetch_list=[out])
        copies = [array.copy() for array in first]
        second, = self.exe.run(feed=feed, fetch_list=[out])
        second[0][...] = 7
        for array, copy in zip(first, copies):
            np.testing.assert_array_equal(array, copy)

    def test_batches_of_other_sizes(self):
        out = self.words() + 1
        for lengths in ((1,), (3, 2), (0,), (), (5, 0, 0, 1)):
            values = self.eval(out, words=ragged(lengths, 2))
            self.assertEqual([len(v) for v in values], list(lengths))

    def test_wrong_depth(self):
        words = self.words()
        expected = (r"variable words \(lod_level 1\) takes a list of arrays, "
                    "one array for each sequence")
        for value, given in (
                (random(3, 2), r", not an array of shape \(3, 2\)"),
                (3.5, ", not 3.5"),
                ([1.0, 2.0], "; sequence 0 is 1.0")):
            with self.subTest(given), self.assertRaisesRegex(
                    ValueError, expected + given):
                self.eval(words, words=value)
        with self.assertRaisesRegex(
                ValueError, r"sequence 0 is of shape \[1, 1, 2\]"):
            self.eval(words, words=[[[[1, 2]]]])
        deep = pd.layer.data("deep", [None, 2], lod_level=2)
        with self.assertRaisesRegex(
                ValueError, r"variable deep \(lod_level 2\) takes a list of "
                "lists of arrays, one array for each sequence, not an array of "
                r"shape \(1, 2\) as sequence 1"):
            self.eval(deep, deep=[[random(1, 2)], random(1, 2)])

    def test_the_wrong_sequence_is_named(self):
        words = self.words()
        with self.assertRaisesRegex(
                ValueError, r"variable words \(lod_level 1\): sequence 1 is of "
                r"shape \[3, 5\]; its rows are of shape \[5\], but must be of "
                r"shape \[2\]"):
            self.eval(words, words=[random(1, 2), random(3, 5)])
        with self.assertRaisesRegex(
                TypeError, r"words is float32, but the array is float64; "
                r"convert it: x.astype\(\"float32\"\)\n  in sequence 1 of"):
            self.eval(words, words=[random(1, 2), np.zeros((3, 2))])
        ids = pd.layer.data("ids", [None, 1], "int64", 1)
        with self.assertRaisesRegex(TypeError,
                                    "whole numbers\n  in sequence 1 of"):
            self.eval(ids, ids=[[1], [0.5]])

    def test_a_tensor_without_lengths(self):
        words = self.words()
        with self.assertRaisesRegex(
                ValueError, "has lod_level 1, but is fed with a value of shape "
                r"\[3, 2\] with 0 levels of sequences"):
            self.eval(words, words=pd.LoDTensor(random(3, 2)))

    def test_torch_tensors(self):
        class Tensor:
            """As much of a torch.Tensor as is looked at."""

            def __init__(self, array):
                self._array, self.dtype = array, "torch.float32"
                self.shape = array.shape

            def __array__(self, dtype=None):
                return self._array

            def __len__(self):
                return len(self._array)

        arrays = ragged((2, 3), 2)
        values = self.eval(self.words(), words=list(map(Tensor, arrays)))
        np.testing.assert_array_equal(values[1], arrays[1])
