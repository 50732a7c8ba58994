"""Modules that have moved are there by their former names, too."""

import importlib
import os
import pickle
import subprocess
import sys
import unittest

import paddle as pd
from paddle import _former_names

PACKAGE = os.path.dirname(os.path.abspath(pd.__file__))


def run(program):
    """Returns the output of a new process."""
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.path.dirname(PACKAGE)})
    return done.stdout.split()


class FormerNamesTest(unittest.TestCase):

    def test_both_names_give_the_same_module(self):
        for former, name in _former_names.FORMER_NAMES.items():
            with self.subTest(former):
                self.assertIs(importlib.import_module(f"paddle.{former}"),
                              importlib.import_module(f"paddle.{name}"))

    def test_whichever_comes_first(self):
        self.assertEqual(run(
            "import paddle.trainer as former\n"
            "import paddle.training.trainer as new\n"
            "import paddle.inspect.flops\n"
            "from paddle.flops import flops\n"
            "from paddle import flops as module\n"
            "print(former is new, new.__name__, new.__spec__.name)\n"
            "print(paddle.inspect.flops is module, module.flops is flops)\n"),
            ["True", "paddle.training.trainer", "paddle.training.trainer",
             "True", "True"])

    def test_they_are_loaded_when_asked_for(self):
        self.assertEqual(run(
            "import sys, paddle\n"
            "names = 'paddle.trainer', 'paddle.training.trainer'\n"
            "print(*(name in sys.modules for name in names))\n"
            "import paddle.trainer\n"
            "print(*(name in sys.modules for name in names))\n"),
            ["False", "False", "True", "True"])

    def test_functions_keep_their_names(self):
        for name in ("seed", "while_loop"):
            module = importlib.import_module(f"paddle.{name}")
            self.assertIs(getattr(pd, name), getattr(module, name))

    def test_what_was_pickled(self):
        # As protocol 0 writes a class: its module and its name.
        for text, kind in ((b"cpaddle.checkpoint\nCheckpoints\n.",
                            pd.Checkpoints),
                           (b"cpaddle.pipeline\nDataPipeline\n.",
                            pd.reader.DataPipeline),
                           (b"cpaddle.reader\nBuckets\n.", pd.reader.Buckets)):
            self.assertIs(pickle.loads(text), kind)
        early = pickle.loads(pickle.dumps(pd.EarlyStopping(patience=7)))
        self.assertIsInstance(early, pd.EarlyStopping)

    def test_other_names_are_unknown(self):
        for name in ("paddle.trainers", "paddle.trainer.x", "paddle.data.flops",
                     "paddles.trainer"):
            with self.assertRaises(ModuleNotFoundError):
                importlib.import_module(name)

    def test_no_file_has_a_former_name(self):
        here = {name.partition(".")[0] for name in os.listdir(PACKAGE)}
        self.assertIn("training", here)
        self.assertEqual(here & set(_former_names.FORMER_NAMES), set())
