"""The client against a server of a few lines."""

import asyncio
import contextlib
import time
import unittest
from typing import Any, AsyncIterator

from open_loop import Client, percentile, poisson, request_of

SLOW = 0.3


class Server:
    """Answers what it is told; "slow" after a while, "close" not at all."""

    def __init__(self) -> None:
        self.requests = 0

    async def serve(self, reader: asyncio.StreamReader,
                    writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                size = int(head.split(b"Content-Length: ")[1].split()[0])
                body = await reader.readexactly(size)
                self.requests += 1
                if body == b"close":
                    break
                if body == b"slow":
                    await asyncio.sleep(SLOW)
                status = b"503 Busy" if body == b"busy" else b"200 OK"
                writer.write(b"HTTP/1.1 " + status + b"\r\ncontent-length: " +
                             str(len(body)).encode() + b"\r\n\r\n")
                await asyncio.sleep(0)  # the reply comes in two pieces
                writer.write(body)
        writer.close()


@contextlib.asynccontextmanager
async def client_of(*bodies: str) -> AsyncIterator[Any]:
    made = Server()
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    client = Client(port, [request_of("/a", body.encode(), len(body))
                           for body in bodies])
    yield client, made
    server.close()
    client.close()
    await asyncio.sleep(0.05)


class OpenLoopTest(unittest.IsolatedAsyncioTestCase):
    async def test_tells_what_came_of_each_request(self) -> None:
        async with client_of("one", "busy", "close") as (client, server):
            samples = await client.send_at([0, 0.01, 0.02, 0.03])
            self.assertEqual(sorted(s.status for s in samples),
                             [0, 200, 200, 503])
            self.assertEqual(server.requests, 4)
            self.assertEqual(dict(client.answers), {0: {b"one"}})
            for sample in samples:
                self.assertLessEqual(sample.due, sample.sent)
                self.assertLessEqual(sample.sent, sample.ended)

    async def test_does_not_wait_for_answers(self) -> None:
        async with client_of("slow") as (client, _):
            begin = time.monotonic()
            samples = await client.send_at([0.0] * 50)
            self.assertLess(time.monotonic() - begin, 25 * SLOW)
            self.assertEqual({s.status for s in samples}, {200})
            self.assertGreaterEqual(min(s.latency for s in samples), SLOW)

    async def test_gives_up(self) -> None:
        async with client_of("slow") as (client, _):
            samples = await client.send_at([0.0, 0.0], patience=SLOW / 3)
            self.assertEqual([s.status for s in samples], [0, 0])

    async def test_keeps_requests_under_way(self) -> None:
        async with client_of("one", "slow") as (client, server):
            samples = await client.keep(4, 1.0)
            self.assertEqual({s.status for s in samples}, {200})
            self.assertGreater(len(samples), 4)
            self.assertEqual(server.requests, len(client.samples))

    async def test_nobody_listens(self) -> None:
        async with client_of("one") as (client, _):
            pass
        samples = await client.send_at([0.0])
        self.assertEqual([s.status for s in samples], [0])


class TimesTest(unittest.TestCase):
    def test_arrivals_have_the_rate(self) -> None:
        times = poisson(100, 50)
        self.assertEqual(times, sorted(times))
        self.assertLess(times[-1], 50)
        self.assertLess(abs(len(times) - 5000), 5 * 5000 ** 0.5)
        self.assertNotEqual(times, poisson(100, 50, seed=1))

    def test_percentile_of_none(self) -> None:
        self.assertEqual(percentile([], 99), 0)
        self.assertEqual(percentile([3.0, 1.0, 2.0], 50), 2)
