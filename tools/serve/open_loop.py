"""Sends requests over HTTP/1.1 at given times, however long answers take.

Clients that wait for one answer before they ask again slow down with the
server; these do not, as many independent ones would not. Times count from when
a request was due, so that a client that is late itself does not hide it.
"""

import asyncio
import collections
import resource
from typing import Any, Deque, Dict, List, NamedTuple, Optional, Sequence, Set

import numpy as np

CONNECTIONS = 1000  # more wait in the client


class Sample(NamedTuple):
    """The end of a request; times in seconds from the beginning."""

    due: float
    sent: float
    ended: float
    status: int  # 0: the connection was closed, or nothing came

    @property
    def latency(self) -> float:
        return self.ended - self.due


def request_of(path: str, body: bytes, json_size: int) -> bytes:
    """Returns a request of the Open Inference Protocol as it is sent."""
    return (f"POST {path} HTTP/1.1\r\nHost: a\r\n"
            f"Content-Length: {len(body)}\r\n"
            f"Inference-Header-Content-Length: {json_size}\r\n\r\n"
            ).encode() + body


def poisson(rate: float, seconds: float, seed: int = 0) -> List[float]:
    """Returns the times of independent arrivals, `rate` of them a second."""
    random = np.random.default_rng(seed)
    count = int(rate * seconds * 1.5) + 100
    times = np.cumsum(random.exponential(1 / rate, count))
    return [float(time) for time in times[times < seconds]]


def percentile(values: Sequence[float], share: float) -> float:
    """Returns what `share` percent are not above; 0 of none."""
    return float(np.percentile(values, share)) if values else 0.0


def _since(begin: float, samples: List[Sample]) -> List[Sample]:
    return [Sample(s.due - begin, s.sent - begin, s.ended - begin, s.status)
            for s in samples]


class _Asked(NamedTuple):
    number: int
    due: float
    sent: float


class _Link(asyncio.Protocol):
    """A connection; it carries one request at a time."""

    def __init__(self, client: "Client") -> None:
        self._client = client
        self._data = bytearray()
        self._size: Optional[int] = None  # of the reply, once it is known
        self._status = self._head = 0
        self._asked: Optional[_Asked] = None
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def send(self, asked: _Asked, request: bytes) -> None:
        self._asked = asked
        self.transport.write(request)

    def data_received(self, data: bytes) -> None:
        self._data += data
        if self._size is None and not self._parse_head():
            return
        assert self._size is not None
        if len(self._data) < self._size or self._asked is None:
            return
        body, asked = bytes(self._data[self._head:]), self._asked
        self._data.clear()
        self._size = self._asked = None
        self._client.end(self, asked, self._status, body)

    def _parse_head(self) -> bool:
        end = self._data.find(b"\r\n\r\n")
        if end < 0:
            return False
        lines = bytes(self._data[:end]).lower().split(b"\r\n")
        length = next(int(line[15:]) for line in lines
                      if line.startswith(b"content-length:"))
        self._status, self._head = int(lines[0].split()[1]), end + 4
        self._size = self._head + length
        return True

    def connection_lost(self, _: Any) -> None:
        asked, self._asked = self._asked, None
        self._client.lose(self, asked)


class Client:
    """Sends requests to a port of this machine, each of them in turn.

    `answers` has the different bodies with status 200 that each got.
    """

    def __init__(self, port: int, requests: Sequence[bytes]) -> None:
        self.answers: Dict[int, Set[bytes]] = collections.defaultdict(set)
        self.samples: List[Sample] = []
        self._port, self._requests = port, requests
        self._next = self._links = 0
        self._free: List[_Link] = []
        self._open: Set[_Link] = set()
        self._waiting: Deque[float] = collections.deque()
        self._tasks: Set[Any] = set()
        self._again = False
        self._loop = asyncio.get_running_loop()
        self._begin = self._loop.time()
        files = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (
            min(max(files[0], CONNECTIONS + 64), files[1]), files[1]))

    def now(self) -> float:
        return self._loop.time() - self._begin

    async def send_at(self, times: Sequence[float],
                      patience: float = 60) -> List[Sample]:
        """Sends at times from now, and returns what came of all requests:
        status 0 of those that have no answer `patience` seconds later."""
        first, begin = len(self.samples), self.now()
        for time in times:
            wait = begin + time - self.now()
            if wait > 0:
                await asyncio.sleep(wait)
            self._send(begin + time)
        end = self.now() + patience
        while len(self.samples) < first + len(times) and self.now() < end:
            await asyncio.sleep(0.01)
        missing = first + len(times) - len(self.samples)
        samples = self.samples[first:]
        samples += [Sample(begin, begin, self.now(), 0)] * missing
        return _since(begin, samples)

    async def keep(self, outstanding: int, seconds: float) -> List[Sample]:
        """Has so many requests under way all the time, and returns those that
        were answered meanwhile."""
        first, begin = len(self.samples), self.now()
        self._again = True
        for _ in range(outstanding):
            self._send(begin)
        await asyncio.sleep(seconds)
        self._again = False
        done = self.samples[first:]
        while len(self.samples) < first + len(done) + outstanding:
            await asyncio.sleep(0.01)
        return _since(begin, done)

    def _send(self, due: float) -> None:
        if self._free:
            self._send_by(self._free.pop(), due)
            return
        self._waiting.append(due)
        if self._links < CONNECTIONS:
            self._links += 1
            task = self._loop.create_task(self._connect())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _send_by(self, link: _Link, due: float) -> None:
        number = self._next % len(self._requests)
        self._next += 1
        link.send(_Asked(number, due, self.now()), self._requests[number])

    async def _connect(self) -> None:
        try:
            _, link = await self._loop.create_connection(
                lambda: _Link(self), "127.0.0.1", self._port)
        except OSError:
            self._links -= 1
            if self._waiting:
                due = self._waiting.popleft()
                self._add(Sample(due, self.now(), self.now(), 0))
            return
        self._open.add(link)
        self._release(link)

    def close(self) -> None:
        """Closes all connections; what is under way has no answer."""
        for link in list(self._open):
            link.transport.close()

    def _release(self, link: _Link) -> None:
        if self._waiting:
            self._send_by(link, self._waiting.popleft())
        else:
            self._free.append(link)

    def end(self, link: _Link, asked: _Asked, status: int,
            body: bytes) -> None:
        """Called by a connection that has the reply."""
        if status == 200:
            self.answers[asked.number].add(body)
        self._release(link)
        self._add(Sample(asked.due, asked.sent, self.now(), status))

    def lose(self, link: _Link, asked: Optional[_Asked]) -> None:
        """Called by a connection that was closed."""
        self._links -= 1
        self._open.discard(link)
        if link in self._free:
            self._free.remove(link)
        if asked is not None:
            self._add(Sample(asked.due, asked.sent, self.now(), 0))

    def _add(self, sample: Sample) -> None:
        self.samples.append(sample)
        if self._again:
            self._send(self.now())
