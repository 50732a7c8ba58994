"""A type checker reads the package, and programs that use it."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import paddle

RIGHT = '''
from typing import List

import numpy as np
import paddle as pd

x = pd.layer.data("x", [None, 13])
hidden: pd.Variable = pd.layer.relu(pd.layer.fc(x, 4) * 2.0 + 1.0)
values, indices = pd.layer.ops.top_k(hidden, k=2)
cost = pd.layer.mean(hidden)
pd.optimizer.Adam(learning_rate=0.1).minimize(cost)
exe = pd.Executor(pd.CPUPlace())
exe.run(pd.default_startup_program())
result, = exe.run(feed={"x": np.ones((2, 13))}, fetch_list=[cost, "y"])
with pd.profiler() as profile:
    pass
text: str = profile.table(sort_by="own")
names: List[str] = [v.name for v in pd.default_main_program().list_vars()]
version: str = pd.__version__ + pd.version.components["platform"]
shared: pd.LoDTensor = pd.from_dlpack(np.ones(3))
'''

WRONG = '''
import paddle as pd

x = pd.layer.data(3, [None, 13])
y: int = pd.layer.relu(x)
pd.layer.unheard_of
pd.optimizer.SGD("fast")
'''


@unittest.skipIf(importlib.util.find_spec("mypy") is None, "needs mypy")
class MypyTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.site = os.path.join(self.folder, "site")
        # copytree follows the links that a test's files are.
        shutil.copytree(os.path.dirname(paddle.__file__),
                        os.path.join(self.site, "paddle"))

    def check(self, *arguments):
        done = subprocess.run(
            [sys.executable, "-m", "mypy", "--cache-dir",
             os.path.join(self.folder, "cache"), *arguments],
            cwd=self.site, env={**os.environ, "MYPYPATH": self.site},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout

    def check_program(self, text):
        path = os.path.join(self.folder, "program.py")
        with open(path, "w") as file:
            file.write(text)
        # The package counts as installed: its own lines are not looked at.
        return self.check("--strict", "--follow-imports=silent", path)

    def test_the_package(self):
        status, output = self.check("paddle")
        self.assertEqual(status, 0, output)

    def test_a_program_that_is_right(self):
        status, output = self.check_program(RIGHT)
        self.assertEqual(status, 0, output)

    def test_a_program_that_is_wrong(self):
        status, output = self.check_program(WRONG)
        self.assertEqual(status, 1, output)
        for line in (4, 5):
            self.assertIn(f"program.py:{line}: error:", output)
