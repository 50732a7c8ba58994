"""Helps tests of the verbs of `paddle` about models, which run as processes of
their own in a folder of their own."""

import os
import subprocess
import sys

import light_modules
import numpy as np

import paddle as pd
from predictor_cases import PredictorTestCase

COMMAND = [sys.executable, light_modules.path("cli")]
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(pd.__file__)))

# y = Relu(x), both [N, 2] float32
RELU = bytes.fromhex("08083a3d0a0c0a0178120179220452656c751201675a140a017812"
                     "0f0a0d080112090a0312014e0a02080262140a0179120f0a0d0801"
                     "12090a0312014e0a02080242040a00100d")


class CommandTestCase(PredictorTestCase):
    """Runs the command in a folder of its own."""

    def run_paddle(self, *arguments, **environ):
        own = {key: value for key, value in os.environ.items()
               if not key.startswith("PADDLE_")}
        done = subprocess.run(
            [*COMMAND, *arguments], cwd=self.folder, capture_output=True,
            text=True, env={**own, "PYTHONPATH": ROOT, **environ},
            stdin=subprocess.DEVNULL)
        self.assertNotIn("Traceback", done.stderr)
        return done

    def output(self, *arguments, **environ):
        """Returns what a command prints that succeeds."""
        done = self.run_paddle(*arguments, **environ)
        self.assertEqual((done.returncode, done.stderr), (0, ""), arguments)
        return done.stdout

    def assert_refused(self, part, *arguments, status=1, **environ):
        """The command says one line with this in it, and leaves nothing."""
        before = self.files()
        done = self.run_paddle(*arguments, **environ)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertRegex(done.stderr, rf"\Apaddle {arguments[0]}: .*\n\Z")
        self.assertIn(part, done.stderr)
        self.assertEqual(self.files(), before)

    def files(self):
        """The names of all files, and their contents."""
        found = {}
        for folder, _, names in os.walk(self.folder):
            for name in names:
                path = os.path.join(folder, name)
                found[path] = b""
                if os.path.isfile(path):
                    with open(path, "rb") as file:
                        found[path] = file.read()
        return found

    def put(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)

    def put_arrays(self, name, **arrays):
        np.savez(self.path(name), **arrays)
