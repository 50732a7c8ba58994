"""Damaged checkpoints: whatever bit, length or file is not as it was written,
it is passed over for the one before, and the warning says why."""

import os
import shutil
import tempfile
import unittest
import warnings

import numpy as np

import paddle as pd
from paddle.training.state import load_state


def network():
    x = pd.layer.data("x", [None, 2])
    y = pd.layer.data("y", [None, 1])
    return pd.layer.mse_loss(pd.layer.fc(x, 1), y)


def make_trainer():
    return pd.Trainer(network, pd.optimizer.Momentum(0.1, 0.9))


class DamageTest(unittest.TestCase):
    """Damages two checkpoints, `old` after step 3 and `new` after step 6,
    which have the best parameters next to the state."""

    @classmethod
    def setUpClass(cls):
        cls.made = tempfile.mkdtemp()
        values = np.ones((6, 1, 2), "float32")
        make_trainer().train(
            lambda: ([(row[0], row[0, :1])] for row in values), epochs=1,
            eval_reader=lambda: [[([1.0, 1.0], [1.0])]], eval_every=2,
            early_stopping=pd.EarlyStopping("eval_loss", patience=9),
            checkpoints=pd.Checkpoints(cls.made, every=3), progress=False)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.made)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.join(folder.name, "run")
        shutil.copytree(self.made, self.folder)
        self.checkpoints = pd.Checkpoints(self.folder)
        self.new, self.old = self.checkpoints.paths()
        self.trainer = make_trainer()

    def load(self):
        """The step it resumes at, and the warnings."""
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            _, state = load_state(self.checkpoints, self.trainer)
        return state["step"], [str(w.message) for w in seen
                               if w.category is UserWarning]

    def assert_passed_over(self, name, what):
        step, texts = self.load()
        self.assertEqual(step, 3, what)
        self.assertEqual(len(texts), 1, what)
        self.assertIn(self.new, texts[0])
        self.assertIn(name, texts[0], what)

    def files(self):
        for name in sorted(os.listdir(self.new)):
            path = os.path.join(self.new, name)
            with open(path, "rb") as file:
                data = file.read()
            yield name, path, data
            with open(path, "wb") as file:
                file.write(data)

    def test_whole_ones_have_all_files(self):
        self.assertEqual(sorted(os.listdir(self.new)),
                         ["best", "manifest", "state.json", "variables"])
        self.assertTrue(self.checkpoints.check(self.new))
        self.assertEqual(self.load(), (6, []))

    def test_every_flipped_byte(self):
        count = 0
        for name, path, data in self.files():
            for place in range(len(data)):
                damaged = bytearray(data)
                damaged[place] ^= 1 << place % 8
                with open(path, "wb") as file:
                    file.write(damaged)
                self.assert_passed_over(name, f"{name}, byte {place}")
                count += 1
        self.assertGreater(count, 800)
        self.assertEqual(self.load(), (6, []))

    def test_every_truncation(self):
        for name, path, data in self.files():
            for size in [*range(len(data)), len(data) + 1]:
                with open(path, "wb") as file:
                    file.write((data + b"\n")[:size])
                self.assert_passed_over(name, f"{name}, {size} bytes")

    def test_every_missing_file(self):
        for name, path, _ in self.files():
            os.remove(path)
            self.assert_passed_over(name, f"{name} is missing")

    def test_what_is_no_file(self):
        for name, path, _ in self.files():
            os.remove(path)
            os.mkfifo(path)
            self.assert_passed_over(name, f"{name} is a pipe")
            os.remove(path)
            os.mkdir(path)
            self.assert_passed_over(name, f"{name} is a folder")
            os.rmdir(path)

    def test_a_file_of_another_checkpoint(self):
        exchanged = 0
        for name, path, data in self.files():
            shutil.copyfile(os.path.join(self.old, name), path)
            with open(path, "rb") as file:
                if file.read() == data:
                    continue
            step, texts = self.load()
            self.assertEqual((step, len(texts)), (3, 1), name)
            exchanged += 1
        self.assertGreaterEqual(exchanged, 3)

    def test_a_checkpoint_that_is_no_folder(self):
        shutil.rmtree(self.new)
        os.mkfifo(self.new)
        step, texts = self.load()
        self.assertEqual((step, len(texts)), (3, 1))

    def test_if_all_are_damaged_the_error_lists_them(self):
        for path, name in ((self.new, "state.json"), (self.old, "best")):
            os.remove(os.path.join(path, name))
        with self.assertRaises(OSError) as context:
            self.load()
        for part in (os.path.join(self.new, "state.json"),
                     os.path.join(self.old, "best")):
            self.assertIn(part, str(context.exception))

    def make_old_format(self):
        """As versions before the manifest wrote it."""
        os.remove(os.path.join(self.new, "manifest"))
        path = os.path.join(self.new, "state.json")
        with open(path, "rb") as file:
            data = file.read()
        self.assertIn(b'"format": 2', data)
        data = data.replace(b'"format": 2', b'"format": 1')
        with open(path, "wb") as file:
            file.write(data)
        return path, data

    def test_one_without_checksums_loads_with_a_warning(self):
        self.make_old_format()
        self.assertFalse(self.checkpoints.check(self.new))
        step, texts = self.load()
        self.assertEqual(step, 6)
        self.assertEqual(len(texts), 1)
        self.assertIn("without checksums", texts[0])

    def test_damage_of_one_without_checksums_is_no_other_error(self):
        path, data = self.make_old_format()
        for place in range(len(data)):
            damaged = bytearray(data)
            damaged[place] ^= 1 << place % 5
            with open(path, "wb") as file:
                file.write(damaged)
            self.load()  # To one of the two; never KeyError or TypeError.

    def test_a_file_called_manifest_is_refused(self):
        def write(folder):
            with open(os.path.join(folder, "manifest"), "w"):
                pass
        with self.assertRaisesRegex(ValueError, "manifest already"):
            self.checkpoints.save(write)
        self.assertEqual(self.checkpoints.paths(), [self.new, self.old])

    def test_folders_of_ones_own_are_covered(self):
        def write(folder):
            os.makedirs(os.path.join(folder, "a/b"))
            with open(os.path.join(folder, "a/b/c"), "w") as file:
                file.write("text")
        path = self.checkpoints.save(write)
        self.assertTrue(self.checkpoints.check(path))
        with open(os.path.join(path, "a/b/c"), "w") as file:
            file.write("test")
        with self.assertRaisesRegex(OSError, "a/b/c.*checksum"):
            self.checkpoints.check(path)
