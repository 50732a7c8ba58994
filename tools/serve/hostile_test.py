"""Bad requests while others are answered.

PADDLE_HOSTILE_REQUESTS=10000 sends so many; a few hundred without it.
"""

import http.client
import json
import os
import random
import select
import socket
import threading
import time
from typing import Any, Dict, List, Tuple

import numpy as np

from serving_case import (Model, Server, ServingCase, classifier, infer_body,
                          outputs_of)

COUNT = int(os.environ.get("PADDLE_HOSTILE_REQUESTS", "300"))
PATH = "/v2/models/mlp/infer"
GOOD = json.dumps(infer_body(np.ones((1, 20), "float32")))

Bad = Tuple[str, bytes]  # what the error has to name, and the request


def request(body: bytes, *headers: str) -> bytes:
    """A whole request, whatever its body is."""
    lines = [f"POST {PATH} HTTP/1.1", "Host: a",
             f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


def changed(field: str, value: Any) -> bytes:
    """A request of which one field of the input is another."""
    body: Dict[str, Any] = json.loads(GOOD)
    body["inputs"][0][field] = value
    return request(json.dumps(body).encode())


def bad_requests(source: random.Random) -> List[Bad]:
    """One of each kind that gets an answer."""
    cut = source.randrange(1, len(GOOD))
    depth = source.randrange(20, 100000)
    return [
        ("JSON", request(GOOD[:cut].encode())),
        ("JSON", request(source.randbytes(source.randrange(1, 500)))),
        ("JSON", request(b"[" * depth + b"]" * depth)),
        ("datatype", changed("datatype", source.choice(["FP64", "X", ""]))),
        ("datatype", changed("datatype", 7)),
        ("shape", changed("shape", [2 ** 63 - 1] * source.randrange(1, 9))),
        ("shape", changed("shape", [-1, 20])),
        ("shape", changed("shape", None)),
        ("data", changed("data", [float("nan")] * 0)),
        ("data", changed("data", ["1"] * 20)),
        ("name", changed("name", "y" * source.randrange(1000))),
        ("binary_data_size", changed("parameters",
                                     {"binary_data_size": 2 ** 62})),
        ("Inference-Header-Content-Length", request(
            GOOD.encode(), "Inference-Header-Content-Length: -1")),
        ("Content-Encoding", request(GOOD.encode(),
                                     "Content-Encoding: gzip")),
        ("HTTP", source.randbytes(30).replace(b"\n", b"") + b"\r\n\r\n"),
        ("HTTP", b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n"),
        ("HTTP", b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"),
        ("HTTP", b"GET / HTTP/1.1\r\n" + b"A: " + b"b" * 20000 + b"\r\n\r\n"),
        ("HTTP", b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
                 b"ffffffffffffffff\r\n"),
    ]


class HostileTest(ServingCase):
    def setUp(self) -> None:
        super().setUp()
        self.save(Model(classifier), "mlp")

    def answer(self, server: Server, data: bytes) -> Tuple[int, str]:
        """The status and the body that a request gets."""
        with socket.create_connection(("127.0.0.1", server.port),
                                      timeout=60) as link:
            link.sendall(data)
            reply = http.client.HTTPResponse(link)
            reply.begin()
            return reply.status, reply.read().decode()

    def test_each_error_names_the_field_while_others_are_answered(
            self) -> None:
        stop = threading.Event()
        replies: List[bytes] = []

        def ask(server: Server) -> None:
            link = server.connect()
            while not stop.is_set():
                link.request("POST", PATH, GOOD)
                replies.append(link.getresponse().read())
            link.close()

        source = random.Random(5)
        with Server(self.folder) as server:
            _, expected, _ = server.call("POST", PATH, GOOD)
            good = threading.Thread(target=ask, args=(server,))
            good.start()
            sent = 0
            while sent < COUNT:
                for name, data in bad_requests(source):
                    status, text = self.answer(server, data)
                    self.assertGreaterEqual(status, 400, data[:200])
                    self.assertLess(status, 500, data[:200])
                    self.assertIn(name, text, data[:200])
                    sent += 1
            stop.set()
            good.join()
            self.assertGreater(len(replies), 10)
            for reply in replies:
                self.assertEqual(json.loads(reply), expected)
            self.assertEqual(server.terminate(), 0)

    def test_what_is_neither_header_nor_body_has_a_limit(self) -> None:
        begin = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
        with Server(self.folder) as server:
            for data in (b"1;" + b"a" * 300000,
                         b"0\r\n" + b"a: b\r\n" * 60000):
                status, text = self.answer(server, begin + data)
                self.assertEqual(status, 413, text)
            self.assertEqual(server.terminate(), 0)

    def test_bodies_have_a_limit_together(self) -> None:
        head = b"POST / HTTP/1.1\r\nContent-Length: 2000000\r\n\r\n"
        most = head + b" " * 1900000
        with Server(self.folder, "--all_body_bytes=3000000") as server:
            links = [socket.create_connection(("127.0.0.1", server.port))
                     for _ in range(2)]
            for link in links:
                link.sendall(most)
            refused, _, _ = select.select(links, [], [], 60)
            self.assertEqual(len(refused), 1)
            reply = http.client.HTTPResponse(refused[0])
            reply.begin()
            self.assertEqual(reply.status, 503)
            self.assertIn(b"too many bodies", reply.read())
            _, data, _ = server.call("POST", PATH, GOOD)
            self.assertEqual(list(outputs_of(data).values())[0].shape, (1, 4))
            for link in links:
                link.close()
            whole = head + b" " * 2000000
            for _ in range(600):  # until the server has seen them go
                if self.answer(server, whole)[0] == 404:
                    break
                time.sleep(0.05)
            for _ in range(5):  # nothing is held any more
                status, text = self.answer(server, whole)
                self.assertEqual(status, 404, text)
            self.assertEqual(server.terminate(), 0)

    def test_a_request_has_one_time_limit(self) -> None:
        with Server(self.folder, "--read_seconds=4") as server:
            with socket.create_connection(("127.0.0.1", server.port)) as slow:
                begin = time.monotonic()
                slow.sendall(b"POST / HTTP/1.1\r\nContent-Length: 99\r\n")
                time.sleep(3)
                slow.sendall(b"\r\n{")
                self.assertEqual(slow.recv(1), b"")
                self.assertLess(time.monotonic() - begin, 6.5)
            self.assertEqual(server.terminate(), 0)

    def test_slow_clients_and_endless_bodies(self) -> None:
        with Server(self.folder, "--read_seconds=2",
                    "--body_bytes=1000000") as server:
            begin = time.monotonic()
            slow = [socket.create_connection(("127.0.0.1", server.port))
                    for _ in range(min(COUNT, 1000))]
            for link in slow:
                link.sendall(b"POST / HTTP/1.1\r\nX: ")
            endless = (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
                       + (b"10000\r\n" + b"[" * 0x10000 + b"\r\n") * 20)
            status, text = self.answer(server, endless)
            self.assertEqual(status, 413, text)
            _, data, _ = server.call("POST", PATH, GOOD)
            self.assertEqual(list(outputs_of(data).values())[0].shape, (1, 4))
            for link in slow:
                self.assertEqual(link.recv(1), b"")
                link.close()
            self.assertLess(time.monotonic() - begin, 60)
            self.assertEqual(server.terminate(), 0)
