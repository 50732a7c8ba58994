"""Checks the errors of pd.Trainer, and its state after them."""

import contextlib
import os
import tempfile
import threading
import warnings

import paddle as pd
from testing_util import ProgramTestCase, random

layer = pd.layer


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
                ValueError, r"trainer_mistakes_test\.py, line \d+:.*matmul\(x"):
            pd.Trainer(wrong)

    def test_errors_of_a_run_name_the_operator_and_its_line(self):
        def looked_up():
            ids = layer.data("ids", [None, 1], "int64")
            return layer.mean(layer.embedding(ids, (5, 2)))
        trainer = pd.Trainer(looked_up, pd.optimizer.SGD(0.1))
        with self.assertRaisesRegex(
                IndexError, r"(?s)7.*trainer_mistakes_test\.py, line \d+:.*"
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
        for name in ("epochs", "log_every", "eval_every"):
            with self.assertRaisesRegex(TypeError, f"{name} is an int"):
                self.train(**{name: "3"})
        for arguments in ({"reader": [[1]]}, {"eval_reader": [[1]]}):
            with self.assertRaisesRegex(TypeError, "reader is .* not list"):
                self.train(**arguments)
        with self.assertRaisesRegex(TypeError, "reader is .* not list"):
            pd.Trainer(self.network).test([[1]])
        with self.assertRaisesRegex(TypeError, "network is .* not int"):
            pd.Trainer(3)
        with self.assertRaisesRegex(TypeError, "not NoneType"):
            pd.Trainer(lambda: None)

    def test_optimizers_and_metrics_are_checked(self):
        with self.assertRaisesRegex(TypeError, "optimizer is .* not 'adam'"):
            pd.Trainer(self.network, "adam")
        for wrong in (3, (), ("auc", "x")):
            trainer = pd.Trainer(self.network, metrics={"other": wrong})
            with self.assertRaisesRegex(TypeError, "the metric other is a var"):
                trainer.train(self.reader, progress=False)

    def test_a_reader_that_is_used_up_is_named(self):
        once = iter(list(self.reader()))
        with self.assertRaisesRegex(ValueError, "no batch in epoch 1: .* new"):
            self.train(lambda: once, epochs=2)
        with self.assertRaisesRegex(ValueError, "measure on gave no batch"):
            self.train(eval_reader=lambda: once)

    def test_early_stopping_can_join_a_run_that_has_checkpoints(self):
        with tempfile.TemporaryDirectory() as folder:
            self.train(checkpoints=folder, eval_reader=self.reader)
            early = pd.EarlyStopping(patience=2)
            self.train(checkpoints=folder, eval_reader=self.reader, epochs=2,
                       early_stopping=early)
            self.assertFalse(early.stopped)

    def test_ctrl_c_without_checkpoints_is_as_ever(self):
        def handle(happened):
            raise KeyboardInterrupt
        with self.assertRaises(KeyboardInterrupt):
            self.train(event_handler=handle)

    def test_other_threads_train_without_signals(self):
        errors = []

        def train():
            try:
                with self.folder() as (_, paths):
                    self.assertEqual(len(paths), 1)
            except BaseException as error:
                errors.append(error)
        thread = threading.Thread(target=train)
        thread.start()
        thread.join()
        self.assertEqual(errors, [])

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
            self.assertIn(os.path.join(paths[0], "state.json"), texts[0])
            self.assertIn(paths[1], texts[1])

    def test_if_all_are_damaged_it_does_not_begin_anew(self):
        with self.folder() as (folder, paths):
            with open(os.path.join(paths[0], "state.json"), "w") as file:
                file.write("[]")
            with self.assertRaisesRegex(OSError, "state.json has 2 bytes"):
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

    def test_a_reader_without_exact_position_has_no_checkpoints(self):
        data = pd.reader.DataPipeline(random(3, 4)).map(
            lambda row: row, threads=2, ordered=False).batch(1)
        self.train(data)
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(RuntimeError, "ordered=False"):
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
