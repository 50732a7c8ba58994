"""The server, as tritonclient, where it is installed, and curl see it.

It is looked for on the path of Python (PYTHONPATH), as of
FOLDER/lib/python3.11/site-packages after

    python3 -m venv FOLDER && FOLDER/bin/pip install tritonclient[all]
"""

import base64
import json
import os
import shutil
import subprocess
import unittest
from typing import Any

import numpy as np

import paddle as pd

from serving_case import SERVER, ClientCase, installed, outputs_of

X = ClientCase.X
ROWS = X[:, :6].copy()
LENGTHS = np.array([2, 0, 3])


class FlagsTest(unittest.TestCase):
    def test_refuses_a_port_that_is_none(self) -> None:
        for port in ("-1", "65536"):
            ended = subprocess.run(
                [SERVER + "_grpc", "--models=/", f"--grpc_port={port}"],
                stderr=subprocess.PIPE, timeout=60, check=False)
            self.assertEqual(ended.returncode, 2)
            self.assertIn(b"--grpc_port is", ended.stderr)


class TritonTest(ClientCase):
    def ask(self, module: Any, url: str) -> None:
        client = module.InferenceServerClient(url)
        self.addCleanup(client.close)
        self.assertTrue(client.is_server_live())
        self.assertTrue(client.is_server_ready())
        self.assertTrue(client.is_model_ready("mlp"))
        self.assertFalse(client.is_model_ready("none"))
        x = module.InferInput("x", list(X.shape), "FP32")
        x.set_data_from_numpy(X)
        name = self.mlp.fetches[0].name
        reply = client.infer("mlp", [x], request_id="one",
                             outputs=[module.InferRequestedOutput(name)])
        self.check(reply.as_numpy(name))
        rows = module.InferInput("x", list(ROWS.shape), "FP32")
        rows.set_data_from_numpy(ROWS)
        lengths = module.InferInput("x.lengths", [3], "INT64")
        lengths.set_data_from_numpy(LENGTHS)
        reply = client.infer("lstm", [rows, lengths])
        expected = self.lstm.run(x=pd.LoDTensor(ROWS, [LENGTHS.tolist()]))
        for fetch, value in zip(self.lstm.fetches, expected):
            np.testing.assert_array_equal(reply.as_numpy(fetch.name), value)
        np.testing.assert_array_equal(
            reply.as_numpy(self.lstm.fetches[1].name + ".lengths"), LENGTHS)
        with self.assertRaisesRegex(Exception, "no model .*none"):
            client.infer("none", [x])

    def test_http(self) -> None:
        module = installed("tritonclient.http")
        if module is None:
            self.skipTest("tritonclient is not installed")
        self.ask(module, self.http)
        client = module.InferenceServerClient(self.http)
        self.addCleanup(client.close)
        self.assertEqual(client.get_server_metadata()["name"], "paddle")
        self.assertEqual(client.get_model_metadata("mlp")["versions"], ["1"])
        states = {each["name"] for each in
                  client.get_model_repository_index()}
        self.assertEqual(states, {"lstm", "mlp"})
        header = {"Authorization": "Bearer " + self.TOKEN}
        client.unload_model("mlp", headers=header)
        self.assertFalse(client.is_model_ready("mlp"))
        client.load_model("mlp", headers=header)
        self.assertTrue(client.is_model_ready("mlp"))

    def test_grpc(self) -> None:
        module = installed("tritonclient.grpc")
        if module is None:
            self.skipTest("tritonclient is not installed")
        self.ask(module, self.grpc)
        client = module.InferenceServerClient(self.grpc)
        self.addCleanup(client.close)
        self.assertEqual(client.get_server_metadata().name, "paddle")
        self.assertEqual(
            [each.name for each in client.get_model_metadata("lstm").inputs],
            ["x", "x.lengths"])


class CurlTest(ClientCase):
    def curl(self, *arguments: str) -> Any:
        done = subprocess.run(["curl", "--silent", "--show-error",
                               *arguments], check=True,
                              stdout=subprocess.PIPE)
        return json.loads(done.stdout)

    @unittest.skipUnless(shutil.which("curl"), "curl is not installed")
    def test_curl(self) -> None:
        url = f"http://{self.http}/v2"
        self.assertEqual(self.curl(f"{url}/health/ready"), {"ready": True})
        body = json.dumps({"inputs": [{
            "name": "x", "datatype": "FP32", "shape": list(X.shape),
            "data": X.ravel().tolist()}]})
        reply = self.curl("-d", body, f"{url}/models/mlp/infer")
        y, = outputs_of(reply).values()
        self.check(y)
        files = {}
        folder = os.path.join(self.folder, "mlp", "1")
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), "rb") as file:
                files["file:" + name] = base64.b64encode(file.read()).decode()
        reply = self.curl("-d", json.dumps({"parameters": files}), "--header",
                          f"Authorization: Bearer {self.TOKEN}",
                          f"{url}/repository/models/mlp/load")
        self.assertEqual(reply, {"version": "2"})
