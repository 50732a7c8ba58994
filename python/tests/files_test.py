"""Names that lead to no file, or to something else: every reader and writer
raises OSError or ValueError, waits for nothing, and leaves nothing behind."""

import os
import shutil
import stat
import struct
import tempfile
import threading

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase

mnist = pd.dataset.mnist


class FilesTest(ProgramTestCase):

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        x = pd.layer.data("x", [None, 2])
        y = pd.layer.fc(x, 2, param_attr="w", bias_attr=False)
        self.run_startup()
        figure = pd.plot.Figure("training")
        figure.curve([2.0, 1.0])
        self.readers = {
            "load": pd.io.load,
            "model": lambda path: pd.io.load_inference_model(
                path, pd.Scope()),
            "onnx": lambda path: pd.onnx.load(path, pd.Scope()),
            "missing": pd.onnx.missing,
            "safetensors": pd.safetensors.load,
            "metadata": pd.safetensors.load_metadata,
            "images": mnist.read_images,
            "labels": mnist.read_labels,
            "operators": pd.load_op_library,
        }
        self.writers = {
            "save": pd.io.save,
            "model": lambda path: pd.io.save_inference_model(path, [x], [y]),
            "safetensors": lambda path: pd.safetensors.save(
                path, {"w": np.ones(2)}),
            "plot": figure.save,
            "trace": self.trace,
            "zipped trace": lambda path: self.trace(path, ".gz"),
            "checkpoint": lambda path: pd.Checkpoints(path).save(
                lambda folder: None),
        }

    def trace(self, path, suffix=""):
        with pd.profiler(trace=path + suffix):
            pass

    def path(self, name):
        return os.path.join(self.folder, name)

    def entries(self):
        return sorted(os.listdir(self.folder))

    def assert_refused(self, what, function, path, kinds=(OSError,)):
        """A name of any kind; what waits is given up after a minute."""
        raised = []

        def call():
            try:
                with pd.program_guard(self.main, self.startup), \
                        pd.scope_guard(self.scope):
                    function(path)
            except BaseException as error:
                raised.append(error)
        thread = threading.Thread(target=call, daemon=True)
        thread.start()
        thread.join(60)
        self.assertFalse(thread.is_alive(), f"{what} waits")
        self.assertTrue(raised, f"{what}: nothing was raised")
        self.assertIsInstance(raised[0], kinds, f"{what}: {raised[0]!r}")
        self.assertNotIsInstance(raised[0], KeyError)

    def odd_names(self):
        """Kinds of things that are neither files nor folders."""
        os.mkfifo(self.path("pipe"))
        os.symlink("pipe", self.path("link to a pipe"))
        os.symlink("/dev/zero", self.path("device"))
        os.symlink("loop", self.path("loop"))
        os.mknod(self.path("socket"), stat.S_IFSOCK | 0o600)
        return self.entries()

    def test_what_is_no_file_is_not_read(self):
        for name in self.odd_names():
            for what, read in self.readers.items():
                self.assert_refused(f"{what} of {name}", read,
                                    self.path(name))

    def test_what_is_no_file_is_not_replaced(self):
        before = self.odd_names()
        for name in before:
            for what, write in self.writers.items():
                if what != "zipped trace":  # It has a name of its own.
                    self.assert_refused(f"{what} to {name}", write,
                                        self.path(name))
        self.assertEqual(self.entries(), before)
        self.assertTrue(os.path.exists("/dev/zero"))

    def test_folders_are_no_files(self):
        os.mkdir(self.path("folder"))
        open(self.path("folder/file"), "w").close()
        for what, read in self.readers.items():
            self.assert_refused(what, read, self.path("folder"))
        for what, write in self.writers.items():
            if what not in ("model", "checkpoint", "zipped trace"):
                self.assert_refused(what, write, self.path("folder"))
        self.assertEqual(self.entries(), ["folder"])
        self.assertEqual(os.listdir(self.path("folder")), ["file"])

    def test_a_zero_byte_ends_no_name(self):
        for functions in (self.readers, self.writers):
            for what, function in functions.items():
                self.assert_refused(what, function, self.path("a\0b"),
                                    ValueError)
        self.assertEqual(self.entries(), [])

    def test_missing_files_and_folders(self):
        for what, read in self.readers.items():
            self.assert_refused(what, read, self.path("nothing"),
                                FileNotFoundError)
        for what, write in self.writers.items():
            if what != "checkpoint":  # It makes its folders.
                self.assert_refused(what, write, self.path("no/folder/x"))
        self.assertEqual(self.entries(), [])

    def test_models_without_one_of_their_files(self):
        for name in ("program", "parameters"):
            self.writers["model"](self.path(name))
            os.remove(os.path.join(self.path(name), name))
            self.assert_refused(name, self.readers["model"], self.path(name),
                                FileNotFoundError)
            os.mkfifo(os.path.join(self.path(name), name))
            self.assert_refused(name, self.readers["model"], self.path(name))

    def test_huge_files_are_judged_by_their_first_bytes(self):
        for start in (b"", b"\x93PADDLE\n", b"PDLPROG\0", b"{\n  ",
                      b"\xff" * 32, b"\1" + bytes(7), b"\x1f\x8b\x08",
                      b"\x7fELF", struct.pack(">4I", 2051, 60000, 28, 28)):
            with open(self.path("huge"), "wb") as file:
                file.write(start)
                file.truncate(1 << 42)
            for what, read in self.readers.items():
                with self.subTest(what=what, start=start):
                    if what == "images" and start[2:4] == b"\x08\3":
                        continue  # They are images: 47 MB of them.
                    self.assert_refused(what, read, self.path("huge"),
                                        (OSError, ValueError))
            os.mkdir(self.path("model"))
            os.symlink("../huge", self.path("model/program"))
            os.symlink("../huge", self.path("model/parameters"))
            self.assert_refused("model", self.readers["model"],
                                self.path("model"))
            shutil.rmtree(self.path("model"))

    def test_links_stay(self):
        for what, write in self.writers.items():
            if what in ("zipped trace", "checkpoint"):
                continue
            os.symlink("file", self.path("link"))
            if what == "model":
                os.mkdir(self.path("file"))
            else:
                open(self.path("file"), "w").close()
            write(self.path("link"))
            self.assertEqual(os.readlink(self.path("link")), "file", what)
            self.assertEqual(self.entries(), ["file", "link"], what)
            self.assertGreater(os.path.getsize(self.path("file")), 0, what)
            os.remove(self.path("link"))
            if what == "model":
                self.assertEqual(len(os.listdir(self.path("file"))), 3)
                shutil.rmtree(self.path("file"))
            else:
                os.remove(self.path("file"))
