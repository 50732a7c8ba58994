"""What pd.Trainer is made of: feeds, progress, the folder of checkpoints; and
what it says when something is wrong."""

import contextlib
import io
import os
import tempfile
import unittest
import warnings

import numpy as np

import paddle as pd
from paddle.feeder import size_of
from paddle.progress import Progress
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


class TrainerMistakesTest(ProgramTestCase):

    def network(self):
        x = layer.data("x", [None, 4])
        return layer.mean(layer.fc(x, 2))

    def reader(self):
        for _ in range(3):
            yield [random(4)]

    def train(self, reader=None, **kwargs):
        trainer = pd.Trainer(self.network, pd.optimizer.SGD(0.1))
        trainer.train(reader or self.reader, progress=False, **kwargs)
        return trainer

    def test_errors_name_the_users_line(self):
        def wrong():
            x = layer.data("x", [None, 4])
            return layer.mean(layer.matmul(x, layer.data("y", [3, 2])))
        with self.assertRaisesRegex(
                ValueError, r"trainer_parts_test\.py, line \d+:.*matmul\(x"):
            pd.Trainer(wrong)

    def test_errors_of_a_run_name_the_operator_and_its_line(self):
        def looked_up():
            ids = layer.data("ids", [None, 1], "int64")
            return layer.mean(layer.embedding(ids, (5, 2)))
        trainer = pd.Trainer(looked_up, pd.optimizer.SGD(0.1))
        with self.assertRaisesRegex(
                IndexError, r"(?s)7.*trainer_parts_test\.py, line \d+:.*"
                            r"embedding\(ids"):
            trainer.train(lambda: [[7]], progress=False)

    def test_arguments_are_checked(self):
        for arguments, part in [
                ({"epochs": 0}, "epochs is at least 1"),
                ({"log_every": 0}, "log_every is at least 1"),
                ({"eval_every": 2}, "no eval_reader"),
                ({"early_stopping": pd.EarlyStopping()},
                 "monitors eval_loss; there are loss$")]:
            with self.assertRaisesRegex(ValueError, part):
                self.train(**arguments)
        for arguments in ({"reader": [[1]]}, {"eval_reader": [[1]]}):
            with self.assertRaisesRegex(TypeError, "reader is .* not list"):
                self.train(**arguments)
        with self.assertRaisesRegex(TypeError, "reader is .* not list"):
            pd.Trainer(self.network).test([[1]])
        with self.assertRaisesRegex(TypeError, "network is .* not int"):
            pd.Trainer(3)
        with self.assertRaisesRegex(TypeError, "not NoneType"):
            pd.Trainer(lambda: None)

    def test_ctrl_c_without_checkpoints_is_as_ever(self):
        def handle(happened):
            raise KeyboardInterrupt
        with self.assertRaises(KeyboardInterrupt):
            self.train(event_handler=handle)

    @contextlib.contextmanager
    def folder(self, **kwargs):
        with tempfile.TemporaryDirectory() as folder:
            self.train(checkpoints=folder, **kwargs)
            yield folder, pd.Checkpoints(folder).paths()

    def test_a_damaged_checkpoint_is_passed_over(self):
        with self.folder(epochs=3) as (folder, paths):
            with open(os.path.join(paths[0], "state.json"), "w") as file:
                file.write('{"format": 1')
            with open(os.path.join(paths[1], "variables"), "r+b") as file:
                file.truncate(50)
            with warnings.catch_warnings(record=True) as seen:
                warnings.simplefilter("always")
                self.train(checkpoints=folder, epochs=3)
            texts = [str(w.message) for w in seen]
            self.assertEqual(len(texts), 2)
            self.assertIn("state.json is damaged", texts[0])
            self.assertIn(paths[1], texts[1])

    def test_if_all_are_damaged_it_does_not_begin_anew(self):
        with self.folder() as (folder, paths):
            with open(os.path.join(paths[0], "state.json"), "w") as file:
                file.write("[]")
            with self.assertRaisesRegex(OSError, "not the state of a trainer"):
                self.train(checkpoints=folder)
            self.train(checkpoints=folder, resume=False)

    def test_another_programs_checkpoint(self):
        with self.folder() as (folder, _):
            self.main = pd.Program()
            with self.assertWarnsRegex(UserWarning, "another program"):
                pd.Trainer(self.network, pd.optimizer.SGD(
                    0.1, regularization=pd.regularizer.L2Decay(0.1))).train(
                        self.reader, progress=False, checkpoints=folder)
            with self.assertRaisesRegex(KeyError, "moment"):
                pd.Trainer(self.network, pd.optimizer.Adam(0.1)).train(
                    self.reader, progress=False, checkpoints=folder)

    def test_a_checkpoint_without_position_of_the_reader(self):
        with self.folder() as (folder, _):
            data = pd.reader.DataPipeline(random(3, 4)).batch(1)
            with self.assertRaisesRegex(ValueError, "no state of reader"):
                self.train(data, checkpoints=folder)

    def test_a_plain_reader_goes_on_behind_what_was_read(self):
        trainer = pd.Trainer(self.network, pd.optimizer.SGD(0.1))
        read, steps = [], []

        def reader():
            for i in range(5):
                read.append(i)
                yield [random(4, seed=i)]

        def handle(happened):
            if isinstance(happened, pd.event.EndStep):
                steps.append((happened.epoch, happened.batch))
                if len(steps) == 2:
                    trainer.stop()
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(2):
                trainer.train(reader, progress=False, event_handler=handle,
                              checkpoints=folder)
        self.assertEqual(steps, [(0, i) for i in range(5)])

    def test_parameters_and_the_network_in_files(self):
        trainer = self.train()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "parameters")
            trainer.save_params(path)
            other = pd.Trainer(self.network)
            other.load_params(path)
            self.assertEqual(other.test(self.reader),
                             trainer.test(self.reader))
            model = os.path.join(folder, "model")
            trainer.save_inference_model(model, ["x"], [trainer.loss])
            found = pd.io.load_inference_model(model, pd.Scope())
            self.assertEqual(found.feeds, ["x"])
