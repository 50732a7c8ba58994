"""The server, as clients see it."""

import gzip
import json
import os
import socket
import struct
import subprocess
import threading
import time
from typing import Any, List

import numpy as np

import paddle as pd

from serving_case import (SERVER, Model, Server, ServingCase, classifier,
                          infer_body, outputs_of, recurrent)

RANDOM = np.random.default_rng(0)


def rows(count: int, width: int = 20) -> np.ndarray:
    return RANDOM.normal(size=(count, width)).astype("float32")


class AnswersTest(ServingCase):
    def test_equal_bits_to_the_executor(self) -> None:
        model = Model(classifier)
        self.save(model, "mlp")
        with Server(self.folder, "--optimize=0") as server:
            for count in (1, 3, 17):
                x = rows(count)
                status, data, _ = server.call(
                    "POST", "/v2/models/mlp/infer", infer_body(x, id="a"))
                self.assertEqual(status, 200, data)
                self.assertEqual((data["model_name"], data["model_version"],
                                  data["id"]), ("mlp", "1", "a"))
                y, = outputs_of(data).values()
                np.testing.assert_array_equal(
                    y, model.run(x=x)[0])

    def test_sequences(self) -> None:
        model = Model(recurrent)
        self.save(model, "lstm")
        last, states = (fetch.name for fetch in model.fetches)
        with Server(self.folder, "--optimize=0") as server:
            x = rows(9, 6)
            _, data, _ = server.call("POST", "/v2/models/lstm/infer",
                                     infer_body(x, [4, 0, 5]))
            got = outputs_of(data)
            expected = model.run(x=pd.LoDTensor(x, [[4, 0, 5]]))
            np.testing.assert_array_equal(got[last], expected[0])
            np.testing.assert_array_equal(got[states], expected[1])
            self.assertEqual(got[states + ".lengths"].tolist(), [4, 0, 5])
            # Without lengths it is one sequence.
            _, data, _ = server.call("POST", "/v2/models/lstm/infer",
                                     infer_body(x))
            self.assertEqual(outputs_of(data)[last].shape, (1, 16))

    def test_requests_at_the_same_time(self) -> None:
        model = Model(recurrent)
        self.save(model, "lstm", max_wait_us=20000)
        wrong: List[Any] = []

        def ask(server: Server, seed: int) -> None:
            random = np.random.default_rng(seed)
            for _ in range(10):
                lengths = random.integers(0, 9, 3).tolist()
                x = random.normal(size=(sum(lengths), 6)).astype("float32")
                _, data, _ = server.call("POST", "/v2/models/lstm/infer",
                                         infer_body(x, lengths))
                expected = model.run(x=pd.LoDTensor(x, [lengths]))
                got = outputs_of(data)[model.fetches[0].name]
                if not np.array_equal(got, expected[0]):
                    wrong.append((got, expected))

        with Server(self.folder, "--optimize=0") as server:
            threads = [threading.Thread(target=ask, args=(server, seed))
                       for seed in range(6)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(wrong, [])
            stats = server.get("/v2/models/lstm/stats")["model_stats"][0]
            self.assertEqual(stats["inference_stats"]["success"]["count"], 60)
            self.assertLess(stats["execution_count"], 60)

    def test_binary_tensors_and_gzip(self) -> None:
        model = Model(classifier)
        self.save(model, "mlp")
        with Server(self.folder, "--optimize=0") as server:
            x = rows(300)
            text = json.dumps({
                "parameters": {"binary_data_output": True},
                "inputs": [{"name": "x", "datatype": "FP32",
                            "shape": [300, 20],
                            "parameters": {"binary_data_size": x.nbytes}}],
            }).encode()
            size = {"Inference-Header-Content-Length": str(len(text))}
            _, data, headers = server.call(
                "POST", "/v2/models/mlp/infer",
                gzip.compress(text + x.tobytes()),
                {"Content-Encoding": "gzip", "Accept-Encoding": "gzip",
                 **size})
            self.assertEqual(headers["Content-Encoding"], "gzip")
            data = gzip.decompress(data)
            begin = int(headers["Inference-Header-Content-Length"])
            output, = json.loads(data[:begin])["outputs"]
            self.assertEqual(output["parameters"]["binary_data_size"],
                             300 * 4 * 4)
            np.testing.assert_array_equal(
                np.frombuffer(data[begin:], "float32").reshape(300, 4),
                model.run(x=x)[0])

    def test_describes_itself(self) -> None:
        self.save(Model(recurrent), "lstm", version=3)
        with Server(self.folder) as server:
            self.assertEqual(server.get("/v2")["name"], "paddle")
            self.assertEqual(server.get("/v2/health/live"), {"live": True})
            self.assertEqual(server.get("/v2/health/ready"), {"ready": True})
            for path in ("/v2/models/lstm", "/v2/models/lstm/versions/3"):
                meta = server.get(path)
                self.assertEqual(meta["versions"], ["3"])
                self.assertEqual(meta["inputs"], [
                    {"name": "x", "datatype": "FP32", "shape": [-1, 6]},
                    {"name": "x.lengths", "datatype": "INT64",
                     "shape": [-1]}])
                self.assertEqual(server.get(path + "/ready"), {"ready": True})
            _, index, _ = server.call("POST", "/v2/repository/index", "{}")
            self.assertEqual(index[0]["state"], "READY")
            metrics = server.get("/metrics").decode()
            self.assertIn('paddle_requests_total{model="lstm",version="3",'
                          'outcome="done"} 0', metrics)


class FlagsTest(ServingCase):
    def test_refuses_what_makes_no_sense(self) -> None:
        for flag in ("--port=70000", "--port=-1", "--connections=0",
                     "--network_threads=0", "--operator_threads=-1",
                     "--body_bytes=0", "--all_body_bytes=-1",
                     "--reply_bytes=0", "--optimize=3", "--poll=-1",
                     "--poll=nan", "--idle_seconds=-1", "--read_seconds=-1",
                     "--drain_seconds=-1", "--models="):
            ended = subprocess.run(
                [SERVER, f"--models={self.folder}", "--port=0", flag],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60,
                check=False)
            text = ended.stderr.decode()
            self.assertEqual(ended.returncode, 2, (flag, text))
            self.assertEqual(text.count("\n"), 1, text)
            self.assertIn(flag.split("=", maxsplit=1)[0], text)
            self.assertEqual(ended.stdout, b"")

    def test_reports_what_fails_later_once(self) -> None:
        self.save(Model(classifier), "mlp")
        log = os.path.join(self.folder, "log")
        with open(log, "w", encoding="utf-8") as file:
            server = Server(self.folder, "--poll=0.05", stderr=file)
        with server:
            os.makedirs(os.path.join(self.folder, "mlp", "2"))
            for _ in range(600):
                if "model mlp version 2" in self.read(log):
                    break
                time.sleep(0.05)
            time.sleep(0.5)
            self.assertEqual(self.read(log).count("model mlp version 2"), 1)
            self.assertEqual(server.get("/v2/models/mlp")["versions"], ["1"])
            self.assertIn('paddle_failed_versions{model="mlp",version="2"} 1',
                          server.get("/metrics").decode())
            self.assertEqual(server.get("/v2/health/ready"), {"ready": True})

    def read(self, path: str) -> str:
        with open(path, encoding="utf-8") as file:
            return file.read()


class ErrorsTest(ServingCase):
    def refused(self, server: Server, status: int, text: str,
                body: Any, headers: Any = None) -> None:
        got, data, _ = server.call("POST", "/v2/models/mlp/infer", body,
                                   headers)
        self.assertEqual(got, status, data)
        self.assertIn(text, data["error"])

    def test_names_the_field(self) -> None:
        self.save(Model(classifier), "mlp")
        with Server(self.folder) as server:
            good = infer_body(rows(2))

            def changed(**values: Any) -> Any:
                return {"inputs": [{**good["inputs"][0], **values}]}

            for status, text, body in [
                    (400, "is not JSON", "{"),
                    (400, "the body is not an object", "[]"),
                    (400, "inputs is missing", "{}"),
                    (400, "nested deeper", "[" * 100 + "]" * 100),
                    (400, "inputs[0].name", changed(name="z")),
                    (400, "inputs[0].datatype", changed(datatype="FP65")),
                    (400, "the model takes FP32", changed(datatype="INT64")),
                    (400, "inputs[0].shape", changed(shape=[2, "a"])),
                    (400, "inputs[0].shape", changed(shape=[-2, 20])),
                    (400, "inputs[0].shape", changed(shape=[1] * 10)),
                    (413, "inputs[0].shape", changed(shape=[2**62, 2**62])),
                    (400, "inputs[0].data", changed(shape=[1, 20])),
                    (400, "inputs[0].data", changed(shape=[3, 20])),
                    (400, "inputs[0].data", changed(data=["a"] * 40)),
                    (400, "inputs[0].data", changed(data=[1e300] * 40)),
                    (400, "x [N, 20] float32", changed(shape=[20, 2])),
                    (400, "inputs[0].parameters.binary_data_size",
                     changed(parameters={"binary_data_size": 160})),
                    (400, "given before",
                     {"inputs": good["inputs"] * 2}),
                    (400, "input x is missing", {"inputs": []}),
                    (400, "outputs[0].name",
                     {**good, "outputs": [{"name": "q"}]}),
                    (400, "parameters.timeout",
                     {**good, "parameters": {"timeout": -1}})]:
                self.refused(server, status, text, body)
            size = "Inference-Header-Content-Length"
            self.refused(server, 400, size, good, {size: "x"})
            self.refused(server, 400, size, good, {size: "99999"})
            self.refused(server, 400, "Content-Encoding", good,
                         {"Content-Encoding": "br"})
            self.refused(server, 400, "Content-Encoding", b"abc",
                         {"Content-Encoding": "gzip"})
            self.assertEqual(server.call("GET", "/v2/models/x")[0], 404)
            self.assertEqual(
                server.call("GET", "/v2/models/mlp/versions/2")[0], 404)
            self.assertEqual(server.call("GET", "/nothing")[0], 404)
            status, _, headers = server.call("GET", "/v2/models/mlp/infer")
            self.assertEqual((status, headers["Allow"]), (405, "POST"))
            self.assertEqual(server.call(
                "POST", "/v2/repository/models/mlp/unload", "")[0], 403)

    def test_limits(self) -> None:
        self.save(Model(classifier), "mlp")
        with Server(self.folder, "--body_bytes=4000",
                    "--read_seconds=1") as server:
            self.refused(server, 413, "body limit", b"x" * 5000)
            self.refused(server, 413, "decompressed",
                         gzip.compress(b" " * 100000),
                         {"Content-Encoding": "gzip"})
            self.refused(server, 431, "header limit", b"",
                         {"X": "y" * 20000})
            # A client that sends a byte now and then is cut off.
            with socket.create_connection(("127.0.0.1", server.port)) as slow:
                begin = time.monotonic()
                slow.sendall(b"POST / HTTP/1.1\r\n")
                self.assertEqual(slow.recv(1), b"")
                self.assertLess(time.monotonic() - begin, 20)
            self.assertEqual(server.get("/v2/health/live"), {"live": True})


def slow_model() -> Any:
    """A model that takes its time."""
    x = pd.layer.data("x", [None, 20])
    y = pd.layer.fc(x, 2048)
    for _ in range(4):
        y = pd.layer.fc(y, 2048, act="relu")
    return [x], [pd.layer.reduce_mean(y, dim=1)]


class QueueTest(ServingCase):
    def test_full_late_and_gone(self) -> None:
        self.save(Model(slow_model), "mlp", queue=2, joining="never")
        with Server(self.folder) as server:
            big = json.dumps(infer_body(rows(3000)))
            busy = server.connect()
            busy.request("POST", "/v2/models/mlp/infer", big)
            self.wait_for(server, 'paddle_waiting_requests{model="mlp",'
                          'version="1"} 0')
            time.sleep(0.1)
            # One whose time is over before it is its turn, one whose client
            # goes, and one for which there is no room.
            late = server.connect()
            late.request("POST", "/v2/models/mlp/infer", json.dumps(
                infer_body(rows(1), parameters={"timeout": 1000})))
            gone = server.connect()
            gone.request("POST", "/v2/models/mlp/infer",
                         json.dumps(infer_body(rows(1))))
            self.wait_for(server, 'paddle_waiting_requests{model="mlp",'
                          'version="1"} 2')
            begin = time.monotonic()
            status, _, headers = server.call(
                "POST", "/v2/models/mlp/infer", infer_body(rows(1)))
            self.assertEqual((status, headers["Retry-After"]), (503, "1"))
            self.assertLess(time.monotonic() - begin, 2)
            gone.close()
            self.assertEqual(busy.getresponse().status, 200)
            reply = late.getresponse()
            self.assertEqual(reply.status, 504)
            self.assertIn("time was over", reply.read().decode())
            for outcome in ("done", "expired", "gone", "refused"):
                self.wait_for(server, f'outcome="{outcome}"}} 1')
            busy.close()
            late.close()

    def wait_for(self, server: Server, line: str) -> None:
        for _ in range(600):
            metrics = server.get("/metrics").decode()
            if line in metrics:
                return
            time.sleep(0.05)
        self.fail(f"{line} is not in {metrics}")

    def test_ends_when_all_is_answered(self) -> None:
        self.save(Model(slow_model), "mlp")
        with Server(self.folder) as server:
            idle = server.connect()
            idle.request("GET", "/v2/health/live")
            idle.getresponse().read()
            busy = server.connect()
            busy.request("POST", "/v2/models/mlp/infer",
                         json.dumps(infer_body(rows(2000))))
            time.sleep(0.2)
            self.assertEqual(server.terminate(), 0)
            reply = busy.getresponse()
            self.assertEqual(reply.status, 200)
            self.assertEqual(reply.headers["Connection"], "close")
            idle.close()
            busy.close()


class VersionsTest(ServingCase):
    def test_new_versions_and_control(self) -> None:
        self.save(Model(classifier), "mlp", version=1)
        with Server(self.folder, "--poll=0.05", "--control") as server:
            self.save(Model(classifier, seed=2), "mlp", version=2)
            for _ in range(200):
                if server.get("/v2/models/mlp")["versions"] == ["2"]:
                    break
                time.sleep(0.05)
            self.assertEqual(server.get("/v2/models/mlp")["versions"], ["2"])
            path = "/v2/repository/models/mlp"
            self.assertEqual(server.call("POST", path + "/unload", "")[0], 200)
            self.assertEqual(server.call("GET", "/v2/models/mlp")[0], 404)
            self.assertEqual(server.call("POST", path + "/load", "")[0], 200)
            self.assertEqual(server.call("GET", "/v2/models/mlp")[0], 200)
            self.assertEqual(
                server.call("POST", "/v2/repository/models/%2e%2e/load",
                            "")[0], 404)


class ChunksTest(ServingCase):
    def test_chunked_and_pipelined(self) -> None:
        self.save(Model(classifier), "mlp")
        with Server(self.folder) as server:
            body = json.dumps(infer_body(rows(1))).encode()
            chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in
                              (body[:7], body[7:90], body[90:])) + b"0\r\n\r\n"
            request = (b"POST /v2/models/mlp/infer HTTP/1.1\r\nHost: a\r\n"
                       b"Transfer-Encoding: chunked\r\n\r\n" + chunks)
            with socket.create_connection(("127.0.0.1", server.port)) as link:
                link.sendall(request * 3 + b"GET /v2 HTTP/1.0\r\n\r\n")
                data = b""
                while part := link.recv(65536):
                    data += part
            self.assertEqual(data.count(b"HTTP/1.1 200 OK"), 3)
            self.assertEqual(data.count(b"HTTP/1.0 200 OK"), 1)

    def test_reset(self) -> None:
        self.save(Model(classifier), "mlp")
        with Server(self.folder) as server:
            for _ in range(50):
                link = socket.create_connection(("127.0.0.1", server.port))
                link.sendall(b"POST /v2/models/mlp/infer HTTP/1.1\r\n"
                             b"Content-Length: 1000\r\n\r\n{")
                link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                                struct.pack("ii", 1, 0))
                link.close()
            self.assertEqual(server.get("/v2/health/live"), {"live": True})
