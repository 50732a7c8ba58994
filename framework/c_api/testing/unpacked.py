"""The package of the C interface, unpacked, and the model of the guide."""

import os
import subprocess
import tarfile
import tempfile
import unittest
from typing import Dict, List

import numpy as np

import paddle as pd
import paddle_c

GUIDE = os.path.join("tools", "docs", "guide", "c.md")
PACKAGE = os.path.join(paddle_c.FOLDER, "paddle_c.tar.gz")
# The output of each program that trains the model.
EXPECTED = "learnt: 1\nat 2: 5.0000\n"


def block(language: str) -> str:
    """The first block of code of the guide in a language."""
    with open(GUIDE, encoding="utf-8") as file:
        return file.read().split(f"```{language}\n")[1].split("```")[0]


class UnpackedTest(unittest.TestCase):
    """Tests beside an unpacked package and a saved model."""

    folder: str
    library: str  # the folder of the library
    environment: Dict[str, str]
    names: List[str]  # of the loss and of the prediction

    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = holder.name
        with tarfile.open(PACKAGE) as archive:
            archive.extractall(cls.folder)
        cls.library = os.path.join(cls.folder, "paddle_c", "lib")
        cls.environment = dict(
            os.environ, LD_LIBRARY_PATH=cls.library,
            GOCACHE=os.path.join(cls.folder, "go"), GO111MODULE="off",
            PKG_CONFIG_PATH=os.path.join(cls.library, "pkgconfig"))
        cls._save_model()

    @classmethod
    def _save_model(cls):
        """Runs what the guide says in Python."""
        names = {"np": np, "pd": pd, "print": lambda *_: None}
        before = os.getcwd()
        code = block("python")
        os.chdir(cls.folder)
        try:
            with pd.program_guard(pd.Program(), pd.Program()), \
                    pd.scope_guard(pd.Scope()):
                exec(compile(code, GUIDE, "exec"), names)
        finally:
            os.chdir(before)
        cls.names = [names["loss"].name, names["prediction"].name]

    def run_in(self, *command: str) -> str:
        """Runs a command in the folder; returns what it prints."""
        done = subprocess.run(command, cwd=self.folder, env=self.environment,
                              text=True, capture_output=True)
        self.assertEqual(done.returncode, 0,
                         f"{command}: {done.stdout}{done.stderr}")
        return done.stdout

    def flags(self) -> List[str]:
        return self.run_in("pkg-config", "--cflags", "--libs",
                           "paddle-c").split()

    def write(self, name: str, text: str) -> None:
        with open(os.path.join(self.folder, name), "w",
                  encoding="utf-8") as file:
            file.write(text)
