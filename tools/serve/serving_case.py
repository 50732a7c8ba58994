"""A server with models, for tests."""

import http.client
import importlib
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
    """A process of paddle_serve, for a folder of models; with grpc, of
    paddle_serve_grpc."""

    def __init__(self, folder: str, *flags: str, stderr: Any = None,
                 grpc: bool = False) -> None:
        more = ["--grpc_port=0"] if grpc else []
        self.process = subprocess.Popen(
            [SERVER + "_grpc" * grpc, f"--models={folder}", "--port=0", *more,
             *flags], stdout=subprocess.PIPE, stderr=stderr)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the server has ended")
        self.port = int(line)
        if grpc:
            self.grpc_port = int(self.process.stdout.readline())

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


def installed(name: str) -> Any:
    """Returns a module; None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


class ClientCase(ServingCase):
    """A test with a server that has gRPC, "mlp", "lstm" and a token."""

    TOKEN = "secret"
    X = np.random.default_rng(0).normal(size=(5, 20)).astype("float32")

    def setUp(self) -> None:
        super().setUp()
        self.mlp, self.lstm = Model(classifier), Model(recurrent)
        self.save(self.mlp, "mlp")
        self.save(self.lstm, "lstm")
        token = os.path.join(self.folder, ".token")
        with open(token, "w", encoding="utf-8") as file:
            file.write(self.TOKEN)
        os.chmod(token, 0o600)
        self.server = self.enterContext(Server(
            self.folder, "--optimize=0", f"--token_file={token}", grpc=True))
        self.http = f"127.0.0.1:{self.server.port}"
        self.grpc = f"127.0.0.1:{self.server.grpc_port}"

    def check(self, y: Any) -> None:
        np.testing.assert_array_equal(y, self.mlp.run(x=self.X)[0])
