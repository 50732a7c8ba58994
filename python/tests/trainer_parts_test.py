"""Tests the parts of pd.Trainer: feeds, progress, the folder of checkpoints.
"""

import io
import os
import tempfile
import unittest

import numpy as np

import paddle as pd
from paddle.data.feeder import size_of
from paddle.training.progress import Progress
from paddle.training.state import share
from testing_util import ProgramTestCase, random

layer = pd.layer


class FeederTest(ProgramTestCase):

    def setUp(self):
        super().setUp()
        self.image = layer.data("image", [None, 1, 2, 3])
        self.label = layer.data("label", [None, 1], "int64")
        self.words = layer.data("words", [None, 1], "int64", lod_level=1)
        self.feeder = pd.DataFeeder(["image", self.label])

    def test_samples_become_columns(self):
        images = random(4, 6)
        fed = self.feeder.feed([(image, i) for i, image in enumerate(images)])
        np.testing.assert_array_equal(fed["image"],
                                      images.reshape(4, 1, 2, 3))
        self.assertEqual(fed["label"].tolist(), [[0], [1], [2], [3]])
        self.assertEqual(fed["label"].dtype, np.int64)

    def test_columns_and_feeds_are_taken_as_they_are(self):
        images = random(4, 1, 2, 3)
        fed = self.feeder.feed((images, np.arange(4)))
        self.assertIs(fed["image"], images)
        self.assertEqual(fed["label"].shape, (4, 1))
        self.assertIs(self.feeder.feed(fed), fed)

    def test_all_data_in_order_without_feed_order(self):
        fed = pd.DataFeeder().feed([(random(6), 1, [1, 2]),
                                    (random(6), 0, [])])
        self.assertEqual(list(fed), ["image", "label", "words"])
        self.assertEqual([w.shape for w in fed["words"]], [(2, 1), (0, 1)])
        self.assertEqual(fed["words"][1].dtype, np.int64)

    def test_a_single_column_needs_no_tuples(self):
        feeder = pd.DataFeeder(["label"])
        self.assertEqual(feeder.feed([3, 4])["label"].tolist(), [[3], [4]])
        self.assertEqual(feeder.feed([(3,), (4,)])["label"].tolist(),
                         [[3], [4]])
        self.assertEqual(feeder.feed([])["label"].shape, (0, 1))

    def test_the_rows_of_an_array_may_be_samples(self):
        rows = np.arange(12.0).reshape(2, 6)
        image = pd.DataFeeder(["image"]).feed(rows)["image"]
        self.assertEqual((image.shape, image.dtype), ((2, 1, 2, 3), np.float32))
        self.assertEqual(image.ravel().tolist(), rows.ravel().tolist())
        self.assertFalse(np.shares_memory(image, rows))

    def test_sequences_are_run_as_they_are_fed(self):
        feeder = pd.DataFeeder(["words"])
        ends = layer.sequence_last_step(layer.cast(self.words, "float32"))
        batch = [[1, 2, 3], [9]]
        fed = feeder.feed(batch)
        self.assertEqual(self.eval(ends, **fed).tolist(), [[3], [9]])
        self.assertEqual(size_of(batch), 2)

    def test_fractions_are_not_cut_off(self):
        fed = self.feeder.feed([(random(6), 1.5)])
        with self.assertRaises(TypeError):
            self.eval(self.label, **fed)

    def test_what_does_not_fit_is_refused(self):
        for batch, part in [
                ([(1, 2, 3)], "sample 0 .* has 3 parts, not 2: image, label"),
                ((1, 2, 3), "3 columns .* 2 feeds: image, label"),
                ([([1, 2], 0), ([1], 0)], "image .* differ in shape")]:
            with self.assertRaisesRegex(ValueError, part):
                self.feeder.feed(batch)
        with self.assertRaisesRegex(KeyError, "imag"):
            pd.DataFeeder(["imag"])

    def test_sizes(self):
        sequences = pd.LoDTensor(random(5, 1), [[2, 3]])
        for batch, size in [([1, 2, 3], 3), ((random(4, 2), 1), 4), ((), 0),
                            ({"x": random(5, 2)}, 5), ({"x": sequences}, 2),
                            ({"x": pd.LoDTensor(random(5, 1))}, 5),
                            ({"x": 1.0}, 1)]:
            self.assertEqual(size_of(batch), size)


class Terminal(io.StringIO):
    def isatty(self):
        return True


class ProgressTest(unittest.TestCase):

    def show(self, file, total):
        progress = Progress(3, log_every=4, file=file)
        for epoch in range(2):
            progress.begin(epoch, 0, total)
            for i in range(10):
                progress.step({"loss": 1 / (i + 1)})
            progress.end({"loss": 0.5, "accuracy": float("nan")})
        return file.getvalue()

    def test_lines_where_there_is_no_terminal(self):
        lines = self.show(io.StringIO(), None).splitlines()
        self.assertEqual(len(lines), 6)
        self.assertRegex(
            lines[0], r"^epoch 1/3 step 4 loss 0\.25 [\d.e+]+ steps/s$")
        self.assertRegex(
            lines[2],
            "^epoch 1/3 step 10/10 loss 0.5 accuracy nan .*steps/s$")
        # The first epoch has told how many there are.
        self.assertRegex(lines[3], "^epoch 2/3 step 4/10 loss 0.25 ")
        self.assertNotIn("\r", "".join(lines))

    def test_a_bar_on_a_terminal(self):
        text = self.show(Terminal(), 10)
        self.assertEqual(text.count("\n"), 2)
        self.assertIn("\repoch 1/3 [==", text)
        self.assertIn("[" + "=" * 24 + "] step 10/10 loss 0.5", text)
        self.assertIn("s left", text)


class ShareTest(unittest.TestCase):

    def test_each_name_is_in_one_share_of_about_the_same_size(self):
        sizes = {f"v{number}": 4 * (number * 37 % 101 + 1)
                 for number in range(60)}
        for count in range(1, 9):
            shares = [share(sizes, rank, count) for rank in range(count)]
            self.assertEqual(sorted(sum(shares, [])), sorted(sizes))
            whole = [sum(map(sizes.get, names)) for names in shares]
            self.assertLess(max(whole), 1.05 * sum(whole) / count)
            again = dict(reversed(list(sizes.items())))
            self.assertEqual([share(again, rank, count)
                              for rank in range(count)], shares)

    def test_there_may_be_more_shares_than_names(self):
        self.assertEqual([share({"a": 0, "b": 8}, rank, 3)
                          for rank in range(3)], [["b"], ["a"], []])


class CheckpointsTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.join(folder.name, "not/there/yet")

    def write(self, folder):
        with open(os.path.join(folder, "file"), "w") as file:
            file.write("whole")

    def test_the_newest_are_kept(self):
        checkpoints = pd.Checkpoints(self.folder, keep=2)
        self.assertEqual(checkpoints.paths(), [])
        made = [checkpoints.save(self.write) for _ in range(5)]
        self.assertEqual(checkpoints.paths(), made[:2:-1])
        self.assertEqual(sorted(os.listdir(self.folder)),
                         [os.path.basename(path) for path in made[3:]])
        self.assertEqual(pd.Checkpoints(self.folder).paths(), made[:2:-1])

    def test_one_that_fails_leaves_no_trace(self):
        checkpoints = pd.Checkpoints(self.folder, keep=1)
        path = checkpoints.save(self.write)

        def fail(folder):
            self.write(folder)
            raise OSError("the disk is full")
        with self.assertRaisesRegex(OSError, "the disk is full"):
            checkpoints.save(fail)
        self.assertEqual(checkpoints.paths(), [path])
        self.assertEqual(len(os.listdir(self.folder)), 1)

    def test_what_killed_processes_leave_is_no_checkpoint(self):
        checkpoints = pd.Checkpoints(self.folder, keep=1)
        path = checkpoints.save(self.write)
        for name in (".writing-checkpoint-00000001",
                     ".removing-checkpoint-00000000"):
            os.mkdir(os.path.join(self.folder, name))
        self.assertEqual(checkpoints.paths(), [path])
        checkpoints.clean()
        self.assertEqual(len(os.listdir(self.folder)), 1)

    def test_arguments_are_checked(self):
        for arguments in ({"keep": 0}, {"every": 0}):
            with self.assertRaisesRegex(ValueError, "at least 1, not 0"):
                pd.Checkpoints(self.folder, **arguments)
