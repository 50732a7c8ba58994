"""A cluster of nodes on this machine, in tests."""

import os
import subprocess
import tempfile
import time
import unittest
from signal import SIGKILL

import job_scripts

import paddle as pd

NODE = os.path.abspath("tools/node/node")


class Node:
    """A process that is a node; it prints its errors among the test's."""

    def __init__(self, root, store, token_file=None, trainers=1, servers=0,
                 name="node", port=0, options=()):
        self.name = name
        command = [NODE, f"--root={root}", f"--store={store}",
                   f"--trainers={trainers}", f"--servers={servers}",
                   f"--name={name}", f"--port={port}", "--lease=2",
                   *options]
        if token_file is not None:
            command.append(f"--token_file={token_file}")
        self._process = subprocess.Popen(
            command, env=job_scripts.environ(), stdout=subprocess.PIPE,
            text=True)
        self.address = f"127.0.0.1:{int(self._process.stdout.readline())}"

    def kill(self):
        """Ends the node without a chance to say so."""
        self._process.kill()
        self._process.wait()

    def end(self):
        """Asks the node to end; its exit status."""
        self._process.terminate()
        status = self._process.wait()
        self._process.stdout.close()
        return status


class ClusterTestCase(unittest.TestCase):
    """Has folders for a cluster, whose nodes end with the test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.root = os.path.join(self.folder, "root")
        self.store = f"file://{self.folder}/store"
        self.token_file = os.path.join(self.folder, "token")
        with open(self.token_file, "w", encoding="utf-8") as file:
            file.write("secret\n")
        os.chmod(self.token_file, 0o600)
        os.makedirs(os.path.join(self.root, "data"))
        grpc = os.environ.get("PADDLE_GRPC_LIBRARY")
        self.addCleanup(self._set_library, grpc)
        self._set_library(job_scripts.GRPC)

    @staticmethod
    def _set_library(path):
        if path is None:
            os.environ.pop("PADDLE_GRPC_LIBRARY", None)
        else:
            os.environ["PADDLE_GRPC_LIBRARY"] = path

    def node(self, **options):
        """Starts a node that takes calls."""
        options.setdefault("token_file", self.token_file)
        node = Node(self.root, self.store, **options)
        # One that aborts, by a check or a sanitizer, ends otherwise.
        self.addCleanup(lambda: self.assertIn(node.end(), (0, -SIGKILL)))
        return node

    def cluster(self, *nodes):
        """Returns the way to these nodes."""
        return pd.distributed.Cluster(
            ",".join(node.address for node in nodes), self.token_file)

    def start(self, node, verb, *arguments):
        """Starts a verb of the command `paddle`, which prints into a pipe."""
        return subprocess.Popen(
            [*job_scripts.launcher(1)[:2], verb, "--cluster", node.address,
             "--token-file", self.token_file, *arguments],
            env=job_scripts.environ(), stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)

    def said(self, process, status=0):
        """Returns what a started command prints until it ends."""
        text, _ = process.communicate(timeout=120)
        self.assertEqual(process.returncode, status, text)
        return text

    def save(self, name, arrays):
        """Writes a file of data."""
        pd.safetensors.save(os.path.join(self.root, "data", name), arrays)

    def wait_for(self, condition, what):
        """Returns when the condition is true, which `what` says or returns."""
        stop = time.monotonic() + 60
        while not condition():
            if time.monotonic() > stop:
                self.fail(what() if callable(what) else what)
            time.sleep(0.02)
