"""A server with models, for tests."""

import http.client
import json
import os
import signal
import subprocess
import tempfile
import unittest
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

import paddle as pd

SERVER = "tools/serve/paddle_serve"
Reply = Tuple[int, Any, Any]


class Server:
    """A process of paddle_serve, for a folder of models."""

    def __init__(self, folder: str, *flags: str, stderr: Any = None) -> None:
        self.process = subprocess.Popen(
            [SERVER, f"--models={folder}", "--port=0", *flags],
            stdout=subprocess.PIPE, stderr=stderr)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the server has ended")
        self.port = int(line)

    def connect(self, timeout: float = 60) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port,
                                          timeout=timeout)

    def call(self, method: str, path: str, body: Any = None,
             headers: Optional[Dict[str, str]] = None) -> Reply:
        """Returns the status, the JSON or bytes, and the headers."""
        connection = self.connect()
        if isinstance(body, dict):
            body = json.dumps(body)
        connection.request(method, path, body, headers or {})
        reply = connection.getresponse()
        data: Any = reply.read()
        if (reply.headers["Content-Type"] == "application/json"
                and not reply.headers["Content-Encoding"]):
            data = json.loads(data)
        connection.close()
        return reply.status, data, reply.headers

    def get(self, path: str) -> Any:
        status, data, _ = self.call("GET", path)
        assert status == 200, (status, data)
        return data

    def terminate(self) -> int:
        """Sends SIGTERM and returns the exit status."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: Any) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


class Model:
    """A program in memory, which may be saved to be served."""

    def __init__(self, build: Any, seed: int = 1) -> None:
        self.main, self.startup = pd.Program(), pd.Program()
        self.startup.random_seed = seed
        self.scope = pd.Scope()
        self.exe = pd.Executor(pd.CPUPlace())
        with pd.program_guard(self.main, self.startup):
            self.feeds, self.fetches = build()
        self.exe.run(self.startup, scope=self.scope)

    def save(self, folder: str) -> None:
        pd.io.save_inference_model(folder, self.feeds, self.fetches,
                                   self.main, self.scope)

    def run(self, **feed: Any) -> List[np.ndarray]:
        """Returns the rows of the fetched values."""
        values = self.exe.eval(self.main, feed, self.fetches, self.scope,
                               return_numpy=False)
        return [np.asarray(value) for value in values]


def classifier(hidden: int = 32) -> Any:
    x = pd.layer.data("x", [None, 20])
    y = pd.layer.softmax(pd.layer.fc(pd.layer.fc(x, hidden, act="relu"), 4))
    return [x], [y]


def recurrent() -> Any:
    x = pd.layer.data("x", [None, 6], lod_level=1)
    states, _ = pd.layer.dynamic_lstm(pd.layer.fc(x, 64), 64)
    return [x], [pd.layer.sequence_last_step(states), states]


def infer_body(x: np.ndarray, lengths: Optional[List[int]] = None,
               **more: Any) -> Dict[str, Any]:
    """Returns a request in JSON."""
    inputs = [{"name": "x", "datatype": "FP32", "shape": list(x.shape),
               "data": x.ravel().tolist()}]
    if lengths is not None:
        inputs.append({"name": "x.lengths", "datatype": "INT64",
                       "shape": [len(lengths)], "data": lengths})
    return {"inputs": inputs, **more}


def outputs_of(reply: Any) -> Dict[str, np.ndarray]:
    """Returns the outputs of a reply in JSON, by name."""
    types = {"FP32": np.float32, "INT64": np.int64}
    return {o["name"]: np.array(o["data"], types[o["datatype"]]).reshape(
        o["shape"]) for o in reply["outputs"]}


class ServingCase(unittest.TestCase):
    """A test with a folder of models."""

    def setUp(self) -> None:
        # Not under TEST_TMPDIR, which may be long; nothing depends on it.
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = self._folder.name

    def save(self, model: Model, name: str, version: int = 1,
             **config: Any) -> None:
        folder = os.path.join(self.folder, name)
        os.makedirs(folder, exist_ok=True)
        if config:
            with open(os.path.join(folder, "config.json"), "w",
                      encoding="utf-8") as file:
                json.dump(config, file)
        model.save(os.path.join(folder, str(version)))
