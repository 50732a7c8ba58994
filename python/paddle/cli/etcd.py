"""A client of etcd: keys with leases, transactions and watches, over the JSON
gateway that each server of etcd 3.4 and later has. Standard library alone."""

import base64
import contextlib
import http.client
import json
import re
import socket
from typing import (
    Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple)

_TIMEOUT = 3.0  # seconds for one request
_PAGE = 1000  # keys that are read by one request
_ADDRESS = r"[\w.-]+:\d{1,5}"
_URL = re.compile(rf"etcd://({_ADDRESS}(?:,{_ADDRESS})*)((?:/[\w.-]+)*)/?",
                  re.ASCII)


class EtcdError(OSError):
    """etcd cannot be reached, or refuses a request."""


class EtcdAway(EtcdError):
    """etcd cannot be reached, or has no leader now. The request may have been
    carried out, and another try may help."""


class NoLease(EtcdError):
    """The lease of a request has ended."""


# The errors that have classes of their own, by gRPC's code.
# "Canceled" and "internal" are what a server says that is told to end.
_KINDS = {1: EtcdAway, 4: EtcdAway, 5: NoLease, 8: EtcdAway, 13: EtcdAway,
          14: EtcdAway}


class Pair(NamedTuple):
    """A key and its value.

    Members:
      key: without the prefix of the client.
      value: any bytes.
      created: the revision that has created it; 0 for one that is deleted.
      modified: the revision that has changed it last.
    """
    key: str
    value: bytes
    created: int
    modified: int


class Outcome(NamedTuple):
    """The end of a transaction.

    Members:
      made: whether its changes were made.
      revision: of the store behind it, and of its changes.
      found: if they were not made, what keys there were, of those asked for.
    """
    made: bool
    revision: int
    found: Dict[str, Pair]


class Etcd:
    """A client, of one thread at a time.

    url: etcd://HOST:PORT[,HOST:PORT]...[/PREFIX]. The servers of a cluster are
      tried one after the other; the prefix and a slash stand before all keys.

    Every method raises EtcdError, which names the URL.
    """

    def __init__(self, url: str) -> None:
        found = _URL.fullmatch(url)
        if found is None:
            raise ValueError(f"{url!r} is no address of etcd; "
                             "etcd://HOST:PORT/PREFIX is one")
        self.url = url
        self._servers = found[1].split(",")
        self._prefix = (found[2].strip("/") + "/").lstrip("/")
        self._connection: Optional[http.client.HTTPConnection] = None

    def get(self, key: str) -> Optional[Pair]:
        """Returns a key with its value, or None."""
        pairs = self._pairs(self.call("kv/range", {"key": self._key(key)}))
        return pairs[0] if pairs else None

    def range(self, prefix: str) -> Tuple[List[Pair], int]:
        """Returns all keys with a prefix, in their order, and the revision at
        which they were so."""
        span: Dict[str, Any] = {**self._span(prefix), "limit": str(_PAGE)}
        pairs: List[Pair] = []
        while True:
            answer = self.call("kv/range", span)
            pairs += self._pairs(answer)
            revision = span.setdefault("revision",
                                       answer["header"]["revision"])
            if not answer.get("more"):
                return pairs, int(revision)
            span["key"] = self._key(pairs[-1].key + "\0")

    def put(self, key: str, value: bytes, lease: int = 0) -> None:
        """Sets a key, which vanishes with the lease unless that is 0."""
        self.call("kv/put", self.putting(key, value, lease)["request_put"])

    def delete(self, key: str) -> None:
        """Deletes a key, if there is one."""
        self.call("kv/deleterange", {"key": self._key(key)})

    def transact(self, conditions: List[Dict[str, Any]],
                 changes: List[Dict[str, Any]]) -> bool:
        """Makes all of the changes if all of the conditions hold, else none;
        returns whether they did. The methods below make both."""
        return self.commit(conditions, changes).made

    def commit(self, conditions: List[Dict[str, Any]],
               changes: List[Dict[str, Any]],
               keys: Sequence[str] = ()) -> Outcome:
        """Makes changes as `transact` does, or else reads these keys."""
        reading = [{"request_range": {"key": self._key(key)}} for key in keys]
        answer = self.call("kv/txn", {"compare": conditions,
                                      "success": changes, "failure": reading})
        made = bool(answer.get("succeeded", False))
        pairs = [] if made else [
            pair for each in answer.get("responses", [])
            for pair in self._pairs(each["response_range"])]
        return Outcome(made, int(answer["header"]["revision"]),
                       {pair.key: pair for pair in pairs})

    def created(self, key: str, revision: int) -> Dict[str, Any]:
        """The condition that this revision has created the key; with 0, that
        there is no such key."""
        return {"key": self._key(key), "target": "CREATE",
                "create_revision": str(revision)}

    def modified(self, key: str, revision: int) -> Dict[str, Any]:
        """The condition that this revision has changed the key last; with 0,
        that there is no such key."""
        return {"key": self._key(key), "target": "MOD",
                "mod_revision": str(revision)}

    def holds(self, key: str, value: bytes) -> Dict[str, Any]:
        """The condition that there is the key, with this value."""
        return {"key": self._key(key), "target": "VALUE",
                "value": _text(value)}

    def putting(self, key: str, value: bytes, lease: int = 0
                ) -> Dict[str, Any]:
        """The change that `put` makes."""
        return {"request_put": {"key": self._key(key), "value": _text(value),
                                "lease": str(lease)}}

    def deleting(self, prefix: str) -> Dict[str, Any]:
        """The change that deletes all keys with a prefix."""
        return {"request_delete_range": self._span(prefix)}

    def deleting_key(self, key: str) -> Dict[str, Any]:
        """The change that `delete` makes."""
        return {"request_delete_range": {"key": self._key(key)}}

    def grant(self, seconds: int) -> int:
        """Returns a new lease, which ends after this time unless it is
        renewed; two seconds is etcd's shortest."""
        return int(self.call("lease/grant", {"TTL": str(seconds)})["ID"])

    def renew(self, lease: int) -> bool:
        """Begins the time of a lease anew; False if it has ended."""
        answer = self.call("lease/keepalive", {"ID": str(lease)})
        return int(answer["result"].get("TTL", 0)) > 0

    def revoke(self, lease: int) -> None:
        """Ends a lease, and deletes its keys."""
        self.call("lease/revoke", {"ID": str(lease)})

    def watch(self, prefix: str, revision: int,
              filters: Sequence[str] = ()) -> "Watch":
        """Returns the changes of keys with a prefix, from a revision on,
        without those that filters, "NOPUT" and "NODELETE", name."""
        body = {"create_request": {**self._span(prefix),
                                   "start_revision": str(revision),
                                   "filters": list(filters)}}
        with self._errors():
            connection = self._connect()
            try:
                connection.request("POST", "/v3/watch", json.dumps(body))
                made = Watch(self, connection)
            except (OSError, http.client.HTTPException):
                connection.close()
                raise
        return made

    def close(self) -> None:
        """Closes the connection; the next request opens another one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def own_address(self) -> str:
        """Returns the number of this machine by which it reaches etcd."""
        with self._errors():
            connection = self._connect()
            address: str = connection.sock.getsockname()[0]
            connection.close()
        return address

    def call(self, what: str, body: Dict[str, Any]) -> Dict[str, Any]:
        """Makes one request of the gateway; returns the answer."""
        with self._errors():
            if self._connection is None:
                self._connection = self._connect()
            try:
                self._connection.request("POST", "/v3/" + what,
                                         json.dumps(body))
                response = self._connection.getresponse()
                answer: Dict[str, Any] = json.loads(response.read())
            except BaseException:
                self._turn_to_next()
                raise
        if response.status != 200 or "error" in answer:
            kind = _KINDS.get(answer.get("code", 0), EtcdError)
            if kind is EtcdAway:
                self._turn_to_next()
            raise kind(f"{self.url}: {_words(answer)}")
        return answer

    def _connect(self) -> http.client.HTTPConnection:
        error: Optional[OSError] = None
        for server in self._servers:
            connection = http.client.HTTPConnection(server, timeout=_TIMEOUT)
            try:
                connection.connect()
                connection.sock.setsockopt(socket.IPPROTO_TCP,
                                           socket.TCP_NODELAY, 1)
                return connection
            except OSError as failed:
                error = failed
        assert error is not None
        raise error

    def _turn_to_next(self) -> None:
        """Closes the connection; the next request asks another server first:
        this one may accept connections, and do no more."""
        self.close()
        self._servers.append(self._servers.pop(0))

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except EtcdError:
            raise
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise EtcdAway(f"{self.url} cannot be reached: "
                           f"{error or type(error).__name__}") from error

    def _key(self, key: str) -> str:
        return _text((self._prefix + key).encode())

    def _span(self, prefix: str) -> Dict[str, str]:
        first = (self._prefix + prefix).encode()
        # The end is the first key behind all those with the prefix; of a
        # prefix without bytes that is etcd's sign for no end.
        end = first[:-1] + bytes([first[-1] + 1]) if first else b"\0"
        return {"key": _text(first or b"\0"), "range_end": _text(end)}

    def _pairs(self, answer: Dict[str, Any]) -> List[Pair]:
        return [self.pair(each) for each in answer.get("kvs", [])]

    def pair(self, given: Dict[str, Any]) -> Pair:
        """Returns a pair from what the gateway says of it."""
        key = base64.b64decode(given["key"]).decode()
        return Pair(key[len(self._prefix):],
                    base64.b64decode(given.get("value", "")),
                    int(given.get("create_revision", 0)),
                    int(given.get("mod_revision", 0)))


class Watch:
    """The changes of some keys, in their order. One thread iterates; another
    one may end that with `stop`."""

    def __init__(self, client: Etcd,
                 connection: http.client.HTTPConnection) -> None:
        self._client, self._connection = client, connection
        self._socket = connection.sock
        # A server that is no more is noticed within five seconds.
        for option, value in ((socket.TCP_KEEPIDLE, 2),
                              (socket.TCP_KEEPINTVL, 1),
                              (socket.TCP_KEEPCNT, 3)):
            self._socket.setsockopt(socket.IPPROTO_TCP, option, value)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        self._response = connection.getresponse()
        self._socket.settimeout(None)

    def __iter__(self) -> Iterator[List[Pair]]:
        """Returns the changes of one or more whole revisions at a time; it
        ends with EtcdError."""
        with self._client._errors():
            while True:
                line = self._response.readline()
                if not line:
                    raise OSError("the watch has ended")
                if line.strip():
                    yield from self._changes(json.loads(line))

    def stop(self) -> None:
        """Ends the iteration, in whichever thread it is."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Closes the connection, after the iteration has ended."""
        self._connection.close()

    def _changes(self, answer: Dict[str, Any]) -> Iterator[List[Pair]]:
        result = answer.get("result", {})
        if "error" in answer or result.get("canceled"):
            raise EtcdError(f"{self._client.url}: " + _words(
                answer if "error" in answer else result))
        if result.get("events"):
            yield [self._client.pair(each["kv"]) for each in result["events"]]


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _words(answer: Dict[str, Any]) -> str:
    """Returns what the gateway says of an error."""
    error = answer.get("error") or answer.get("cancel_reason") or answer
    if isinstance(error, dict):  # of a stream
        error = error.get("message") or error
    return str(error)
