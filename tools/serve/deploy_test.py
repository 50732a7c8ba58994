"""Models that are sent to a server."""

import base64
import contextlib
import io
import os
import subprocess
import threading
from typing import Any, Dict, List
from unittest import mock

import numpy as np

import paddle as pd
from paddle import commands

from serving_case import (
    SERVER, Model, Server, ServingCase, classifier, infer_body, outputs_of)

TOKEN = "a-secret-of-many-letters"
X = np.random.default_rng(0).normal(size=(3, 20)).astype("float32")
LOAD = "/v2/repository/models/mlp/load"


class DeployCase(ServingCase):
    def setUp(self) -> None:
        super().setUp()
        self.models = os.path.join(self.folder, "models")
        os.mkdir(self.models)
        self.model = Model(classifier)
        self.saved = os.path.join(self.folder, "saved")
        self.model.save(self.saved)
        self.token_file = os.path.join(self.folder, "token")
        with open(self.token_file, "w", encoding="utf-8") as file:
            file.write(TOKEN + "\n")
        os.chmod(self.token_file, 0o600)

    def server(self, *flags: str) -> Server:
        return Server(self.models, "--optimize=0", "--poll=0",
                      f"--token_file={self.token_file}", *flags)

    def deploy(self, server: Server, model: Any = None, **more: Any) -> int:
        return pd.serving.deploy(
            self.saved if model is None else model,
            f"http://127.0.0.1:{server.port}",
            **{"name": "mlp", "token": TOKEN, **more})

    def files(self) -> Dict[str, str]:
        files = {}
        for name in os.listdir(self.saved):
            with open(os.path.join(self.saved, name), "rb") as file:
                files["file:" + name] = base64.b64encode(file.read()).decode()
        return files

    def names(self) -> List[str]:
        """Returns all names in the folder of the server."""
        return [name for _, folders, files in os.walk(self.models)
                for name in folders + files]

    def check(self, server: Server, model: Model) -> None:
        status, data, _ = server.call("POST", "/v2/models/mlp/infer",
                                      infer_body(X))
        self.assertEqual(status, 200, data)
        y, = outputs_of(data).values()
        np.testing.assert_array_equal(y, model.run(x=X)[0])


class DeployTest(DeployCase):
    def test_folders_and_programs(self) -> None:
        other = Model(classifier, seed=2)
        with self.server() as server:
            self.assertEqual(self.deploy(server), 1)
            self.check(server, self.model)
            version = self.deploy(
                server, other.main, feeds=other.feeds, fetches=other.fetches,
                scope=other.scope)
            self.assertEqual(version, 2)
            self.check(server, other)
            with self.assertRaisesRegex(ValueError, "feeds and fetches"):
                self.deploy(server, other.main)
            with self.assertRaisesRegex(ValueError, "not of a folder"):
                self.deploy(server, feeds=["x"])
            # The token may do without --control what that allows.
            header = {"Authorization": "Bearer " + TOKEN}
            path = "/v2/repository/models/mlp/unload"
            self.assertEqual(server.call("POST", path, "", header)[0], 200)
            self.assertEqual(server.call("POST", path, "")[0], 403)
        with Server(self.models) as server:  # They are there to stay.
            self.assertEqual(server.get("/v2/models/mlp")["versions"], ["2"])

    def test_the_command(self) -> None:
        with self.server() as server:
            shown = io.StringIO()
            with contextlib.redirect_stdout(shown):
                status = commands.main([
                    "deploy", self.saved, "--name=mlp",
                    f"--server=http://127.0.0.1:{server.port}",
                    f"--token-file={self.token_file}"])
            self.assertEqual((status, shown.getvalue()), (0, "1\n"))
            self.check(server, self.model)

    def test_needs_the_token(self) -> None:
        with self.server() as server:
            for wrong in ("", TOKEN[:-1], TOKEN + "a", TOKEN.upper()):
                with self.assertRaisesRegex(PermissionError, "token"):
                    self.deploy(server, token=wrong)
            with mock.patch.dict(os.environ, PADDLE_TOKEN_FILE=""):
                with self.assertRaisesRegex(PermissionError, "is missing"):
                    self.deploy(server, token=None)
            for header in ({}, {"Authorization": TOKEN},
                           {"Authorization": "Basic " + TOKEN}):
                status, data, _ = server.call(
                    "POST", LOAD, {"parameters": self.files()}, header)
                self.assertEqual(status, 403)
                self.assertIn("Authorization", data["error"])
            self.assertEqual(self.names(), [])
            with mock.patch.dict(os.environ,
                                 PADDLE_TOKEN_FILE=self.token_file):
                self.assertEqual(self.deploy(server, token=None), 1)
        # --control lets clients load what is there, and send nothing.
        with Server(self.models, "--control") as server:
            names = self.names()
            self.assertEqual(server.call("POST", LOAD, "")[0], 200)
            with self.assertRaisesRegex(PermissionError, "--token_file"):
                self.deploy(server)
            self.assertEqual(self.names(), names)

    def test_reads_the_token_as_the_server_does(self) -> None:
        secret = TOKEN.encode()
        for data, right in (
                (secret, True), (secret + b"\n", True),
                (secret + b"\r\n", True), (secret + b"\n\n", False),
                (b"a secret", False), (b"s\xc3\xa9\n", False),
                (b"a\r", False), (b"\n", False), (b"a" * 1025, False)):
            with open(self.token_file, "wb") as file:
                file.write(data)
            with mock.patch.dict(os.environ,
                                 PADDLE_TOKEN_FILE=self.token_file):
                if right:
                    with self.server() as server:
                        self.deploy(server, token=None)
                    continue
                with self.assertRaisesRegex(ValueError, "the token in"):
                    pd.serving.deploy(self.saved, name="mlp")
                process = subprocess.run(
                    [SERVER, f"--models={self.models}",
                     f"--token_file={self.token_file}"],
                    stderr=subprocess.PIPE, timeout=60, check=False)
                self.assertEqual(process.returncode, 2, data)
                self.assertIn(b"the token in", process.stderr)

    def test_needs_a_program(self) -> None:
        with self.server() as server:
            self.deploy(server)
            for folder in (self.folder, self.models):
                with self.assertRaisesRegex(ValueError, "has no program"):
                    self.deploy(server, folder)
            self.assertEqual(server.get("/v2/models/mlp")["versions"], ["1"])

    def test_many_at_the_same_time(self) -> None:
        versions: List[int] = []
        with self.server() as server:
            threads = [threading.Thread(
                target=lambda: versions.append(self.deploy(server)))
                for _ in range(6)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(sorted(versions), [1, 2, 3, 4, 5, 6])
            self.check(server, self.model)


class RefusedTest(DeployCase):
    def refused(self, server: Server, status: int, text: str,
                files: Dict[str, Any], name: str = "mlp") -> None:
        got, data, _ = server.call(
            "POST", f"/v2/repository/models/{name}/load",
            {"parameters": files}, {"Authorization": "Bearer " + TOKEN})
        self.assertEqual(got, status, data)
        self.assertIn(text, data["error"])
        self.assertEqual(self.names(), [])

    def test_leaves_nothing_behind(self) -> None:
        with self.server("--body_bytes=200000",
                         "--deploy_bytes=50000") as server:
            good = self.files()
            for name in ("../evil", "/etc/evil", "a/../../evil", "..", ".",
                         "", ".hidden", "a/b", "a\0b", "a\\b", "\n",
                         "x" * 300):
                self.refused(server, 400, "the name of a file",
                             {**good, "file:" + name: "AAAA"})
            for name in ("%2e%2e", "..", ".a", "a%2fb", "x" * 300):
                self.refused(server, 400, "the model's name", good, name)
            for name in good:
                self.refused(server, 400, "is refused",
                             {**good, name: "AAAA"})
                data = bytearray(base64.b64decode(good[name]))
                data[len(data) // 2] ^= 1
                self.refused(server, 400, "is refused", {
                    **good, name: base64.b64encode(data).decode()})
            self.refused(server, 400, "is not base64",
                         {**good, "file:program": "%%%%"})
            self.refused(server, 400, "is no parameter",
                         {**good, "config": "{}"})
            self.refused(server, 413, "--deploy_bytes",
                         {**good, "file:large": "A" * 100000})
            self.refused(server, 413, "more than 16 files",
                         {f"file:{i}": "AAAA" for i in range(17)})
            self.refused(server, 413, "--body_bytes",
                         {"file:large": "A" * 300000})
            large = os.path.join(self.saved, "large")
            with open(large, "wb") as file:
                file.write(bytes(40 << 20))  # more than sockets hold
            with self.assertRaisesRegex(ValueError, "--body_bytes"):
                self.deploy(server)
            os.remove(large)
            self.assertEqual(self.deploy(server), 1)
            self.check(server, self.model)
