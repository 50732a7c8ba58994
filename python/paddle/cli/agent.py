"""Listens to the workers of a job at a Unix socket: which of them are ready
for a group, alive, or done. README.md has the lines that are exchanged."""

import contextlib
import functools
import re
import socket
import time
from typing import Callable, Dict, List, Optional, Set

from .loop import Loop
from .membership import Membership

LONGEST_LINE = 1 << 20  # bytes
MOST_UNREAD = 64 << 20  # bytes, for one worker
# Seconds to wait, after a connection has closed, for the end of the process:
# that is the better reason to tell the others.
NOTICE = 0.02
_CHUNK = 1 << 12  # bytes, so that none has more than its turn
_PAUSE = 1.0  # seconds, where a connection cannot be taken
_MESSAGE = re.compile(
    r"(?P<verb>alive|done) (?P<slot>\d{1,9})"
    r"|(?P<ready>ready) (?P<who>\d{1,9}) (?P<after>\d{1,18})"
    r"|(?P<set>set) (?P<epoch>\d{1,18}) (?P<key>[\w./-]{1,200}) "
    r"(?P<value>[\w+/]*={0,2})", re.ASCII)


class _Connection:
    """One socket, and what has been read of a line that has not ended."""

    def __init__(self, connected: socket.socket, loop: Loop) -> None:
        connected.setblocking(False)
        self.socket = connected
        self.member: Optional["_Member"] = None
        self._loop = loop
        self._begun = b""
        self._unsent = b""

    def read(self) -> Optional[List[str]]:
        """Returns the lines that have come; None at the end of the stream.

        Raises:
          ValueError: they are too long, or not UTF-8.
        """
        try:
            data = self.socket.recv(_CHUNK)
        except BlockingIOError:
            return []
        except OSError:  # such as a reset
            return None
        if not data:
            return None
        *lines, self._begun = (self._begun + data).split(b"\n")
        if max(map(len, [*lines, self._begun])) >= LONGEST_LINE:
            raise ValueError(f"a line is longer than {LONGEST_LINE} bytes")
        return [line.decode() for line in lines]

    def send(self, line: str) -> None:
        """Sends a line, as soon as there is room for it. A stream that nobody
        reads is ended, which `read` notices."""
        waiting = bool(self._unsent)
        self._unsent += line.encode() + b"\n"
        if not waiting:
            self._flush()
            if self._unsent:
                self._loop.watch_writing(self.socket, self._go_on)
        elif len(self._unsent) > MOST_UNREAD:
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_RDWR)

    def _go_on(self) -> None:
        self._flush()
        if not self._unsent:
            self._loop.watch_writing(self.socket, None)

    def _flush(self) -> None:
        try:
            sent = self.socket.send(self._unsent)
        except BlockingIOError:
            sent = 0
        except OSError:  # The other end is closed, which `read` notices.
            sent = len(self._unsent)
        self._unsent = self._unsent[sent:]


class _Member:
    """Keeps what one process of a slot has told of itself."""

    def __init__(self, slot: int, name: str) -> None:
        self.slot, self.name = slot, name
        self.connection: Optional[_Connection] = None
        self.heard: Optional[float] = None  # when the last line came
        self.done = False
        self.lost = False


class Agent:
    """The listener. Everything happens in the thread of the loop.

    path: of the socket at which to listen.
    stall: the seconds of silence that are a loss.
    grace: the seconds until a worker that has closed its connection has to be
      at its end.
    give_up: called with a slot and the reason, which goes on after the name of
      the worker; is to kill the process.
    say: tells the user.
    """

    def __init__(self, path: str, stall: float, grace: float, loop: Loop,
                 give_up: Callable[[int, str], None],
                 say: Callable[[str], None]) -> None:
        self._grace, self._loop = grace, loop
        self._stall = stall
        self._give_up, self._say = give_up, say
        self.membership: Optional[Membership] = None
        self._members: Dict[int, _Member] = {}
        self._connections: Set[_Connection] = set()
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(path)
        self._listener.listen(1024)
        self._listener.setblocking(False)
        self._listen()
        self._judge_in(self._stall / 20)

    def begin(self, slot: int, name: str) -> None:
        """Tells of a new process in a slot; the name is for messages."""
        self._members[slot] = _Member(slot, name)
        self._groups.begin(slot)

    def ended(self, slot: int, loss: str, well: bool) -> bool:
        """Tells of the end of a process.

        Args:
          slot: of the process.
          loss: what has happened, after the name of the worker.
          well: True if it has ended with the status 0.

        Returns:
          True if it has said that it is done.
        """
        self._read_all()  # what it has said before
        member = self._members.pop(slot)
        if member.connection is not None:
            self._close(member.connection)
        if not member.done:
            self._groups.lose(slot, f"{member.name} {loss}")
        if well:
            self._groups.finish(slot)
        return member.done

    def has_heard(self, slot: int) -> bool:
        """True if the process in a slot, which has not ended, has spoken."""
        self._read_all()
        return self._members[slot].heard is not None

    @property
    def _groups(self) -> Membership:
        assert self.membership is not None
        return self.membership

    def tell(self, slot: int, line: str) -> None:
        """Sends a line to the worker in a slot, if it is connected."""
        member = self._members.get(slot)
        if member is not None and member.connection is not None:
            member.connection.send(line)

    def _listen(self) -> None:
        self._listening = True
        self._loop.watch(self._listener, self._accept)

    def _accept(self) -> None:
        try:
            while self._listening:
                connection = _Connection(self._listener.accept()[0],
                                         self._loop)
                self._connections.add(connection)
                self._loop.watch(connection.socket, functools.partial(
                    self._read, connection))
        except BlockingIOError:
            pass
        except OSError as error:
            self._say(f"a worker cannot connect: {error.strerror}")
            self._listening = False
            self._loop.unwatch(self._listener)
            self._loop.later(_PAUSE, self._listen)

    def _read_all(self) -> None:
        self._accept()
        for connection in list(self._connections):
            self._read(connection)

    def _read(self, connection: _Connection) -> None:
        try:
            lines = connection.read()
            for line in lines or []:
                self._take(connection, line)
        except ValueError as error:
            whose = connection.member
            self._close(connection)
            self._say("the connection of " + (whose.name if whose else
                      "an unknown worker") + f" is closed: {error}")
            return
        if lines is None:
            self._end(connection)

    def _take(self, connection: _Connection, line: str) -> None:
        found = _MESSAGE.fullmatch(line)
        if found is None:
            raise ValueError(f"{line[:60]!r} is no message")
        if found["set"]:
            self._set(connection, found)
            return
        member = self._bound(connection, int(found["who"] or found["slot"]))
        if found["ready"]:
            self._groups.ready(member.slot, int(found["after"]))
        elif found["verb"] == "done":
            member.done = True
            self._groups.finish(member.slot)
        member.heard = time.monotonic()

    def _set(self, connection: _Connection, found: "re.Match[str]") -> None:
        if connection.member is None:
            raise ValueError("it is of no rank")
        self._groups.set_value(connection.member.slot, int(found["epoch"]),
                               found["key"], found["value"])

    def _bound(self, connection: _Connection, slot: int) -> _Member:
        """Returns the member that a connection belongs to, from its first line
        on."""
        member = self._members.get(slot)
        if member is None or member.lost:
            raise ValueError(f"there is no rank {slot}")
        if connection.member is None and member.connection is None:
            connection.member, member.connection = member, connection
        if connection.member is not member:
            raise ValueError(f"{member.name} has another one")
        return member

    def _close(self, connection: _Connection) -> None:
        self._connections.discard(connection)
        self._loop.unwatch(connection.socket)
        connection.socket.close()
        if connection.member is not None:
            connection.member.connection = None
            self._groups.withdraw(connection.member.slot)

    def _end(self, connection: _Connection) -> None:
        self._close(connection)
        if connection.member is not None and not connection.member.done:
            self._loop.later(NOTICE, functools.partial(
                self._left, connection.member))

    def _left(self, member: _Member) -> None:
        # It may be on its way out, with a status of its own.
        if member.connection is None:
            self._lose(member, "has closed its connection",
                       self._grace)

    def _lose(self, member: _Member, loss: str, grace: float) -> None:
        if self._members.get(member.slot) is member and not member.lost:
            member.lost = True
            self._groups.lose(member.slot, f"{member.name} {loss}")
            self._loop.later(grace, functools.partial(
                self._kill, member, loss))

    def _kill(self, member: _Member, loss: str) -> None:
        if self._members.get(member.slot) is member:
            self._give_up(member.slot, loss)

    def _judge_in(self, period: float) -> None:
        due = time.monotonic() + period
        self._loop.later(period, functools.partial(self._judge, due, period))

    def _judge(self, due: float, period: float) -> None:
        """Looks for silent workers. While the launcher was stopped itself, as
        the whole machine may have been, nobody was silent."""
        late = max(0.0, time.monotonic() - due - period)
        self._read_all()
        for member in list(self._members.values()):
            if member.heard is None or member.done or member.lost:
                continue
            member.heard += late
            if time.monotonic() - member.heard > self._stall:
                self._lose(member, "gave no sign of life for "
                           f"{self._stall:g} s", 0)
        self._judge_in(period)
