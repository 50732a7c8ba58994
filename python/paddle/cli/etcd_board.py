"""The board of a job of several machines: keys of etcd, which all agents watch.

    settings         what all agents must agree about
    agent/NAME       how its workers are; vanishes with the agent's lease
    group            the newest group, changed by compare-and-swap alone
    value/EPOCH/KEY  what a member has set for the others of its group
    restarts         how many have been taken
    end              that the job is over, and why; vanishes after an hour
"""

import functools
import json
from typing import Any, Callable, Dict, List, Optional

from .board import Board, View
from .etcd import Etcd, Pair
from .etcd_feed import Feed
from .etcd_writer import Writer
from .groups import Agents, Group, Member, Standing, Standings
from .loop import Loop

_OWN = ("group", "restarts", "settings")  # without a lease
_KEPT = 3600  # seconds that the end of a job is known


class EtcdBoard(Board):
    """A board that agents of several machines share.

    While etcd cannot be reached groups go on as they are, since nothing can be
    known of others; a thread tries until it is back, with or without its data,
    and says once more how the workers of this agent are.

    url: of etcd, with a prefix of the job's own.
    name: of this agent, which no other has.
    settings: are the same for all agents.
    seconds: without a sign of life after which an agent counts as lost.
    ended: called when another agent has said that the job is over, with the
      exit status and why.
    say: tells the user.
    """

    def __init__(self, url: str, name: str, settings: Dict[str, Any],
                 seconds: int, loop: Loop, ended: Callable[[int, str], None],
                 say: Callable[[str], None]) -> None:
        super().__init__(name)
        self._url, self._seconds = url, seconds
        self._loop, self._ended, self._say = loop, ended, say
        self._agents: Dict[str, _Seen] = {}
        self._group_revision = 0
        self._early: Dict[int, Dict[str, str]] = {}  # values, by epoch
        self._taken = 0  # restarts
        self._settings = json.dumps(settings, sort_keys=True)
        self._online: Optional[bool] = None
        self._is_over = False
        self._writer = Writer(url, seconds, say)
        self._feed: Optional[Feed] = None
        self._agree()

    def start(self) -> None:
        """Starts the threads."""
        self._writer.start()
        self._feed = Feed(
            self._url, "", lambda pairs, _: self._soon(self._take_all, pairs),
            lambda pairs: self._soon(self._take, pairs), self._trouble)

    def view(self) -> View:
        """Returns what is known now; nobody leads who cannot see."""
        agents: Agents = {
            name: seen.standings for name, seen in sorted(
                self._agents.items(), key=lambda item: item[1].created)}
        present = [name for name in agents if self._agents[name].is_present]
        leads = bool(self._online) and present[:1] == [self.name]
        if self._standings:
            agents[self.name] = self._standings
        return View(agents, self._group, self._values, leads)

    def show(self, standings: Standings) -> None:
        """Says how the workers of this agent are."""
        self._writer.keep("agent/" + self.name,
                          json.dumps(standings).encode())
        super().show(standings)

    def propose(self, group: Group) -> None:
        """Makes it the newest group, unless another one is by then."""
        revision = self._group_revision
        fresh = self._group is None or group.epoch > self._group.epoch

        def write(client: Etcd) -> None:
            changes = [client.putting("group", _bytes_of(group))]
            if fresh:
                changes.insert(0, client.deleting("value/"))
            client.transact([client.modified("group", revision)], changes)

        self._writer.add(write)

    def set_value(self, epoch: int, key: str, value: str) -> None:
        """Sets a value for the members of a group."""
        self._writer.keep(f"value/{epoch}/{key}", value.encode())

    def take_restart(self, limit: int,
                     then: Callable[[Optional[int]], None]) -> None:
        """Takes one of the restarts of all agents together."""
        def take(client: Etcd) -> None:
            while True:
                pair = client.get("restarts")
                # etcd may have lost what this agent has seen.
                count = 1 + max(self._taken,
                                int(pair.value) if pair is not None else 0)
                if count > limit:
                    self._loop.soon(functools.partial(then, None))
                    return
                if client.transact(
                        [client.modified("restarts",
                                         pair.modified if pair else 0)],
                        [client.putting("restarts", str(count).encode())]):
                    self._loop.soon(functools.partial(then, count))
                    return

        self._writer.add(take)

    def end(self, status: int, why: str) -> None:
        """Tells the other agents that the job is over; who says so first
        counts."""
        text = json.dumps([status, why]).encode()
        self._is_over = True

        def write(client: Etcd) -> None:
            if client.get("end") is None:
                client.transact(
                    [client.created("end", 0)],
                    [client.putting("end", text, client.grant(_KEPT))])

        self._writer.add(write)

    def leave(self) -> None:
        """Ends the threads, after what was said is written, and the lease. The
        last one to leave deletes what the job has left."""
        if self._feed is not None:
            self._feed.close()
        self._writer.add(self._clean)
        self._writer.finish()

    def _clean(self, client: Etcd) -> None:
        """Deletes what a job has left, as the last of its agents."""
        agents, _ = client.range("agent/")
        if {pair.key for pair in agents} <= {"agent/" + self.name}:
            client.transact([], [client.deleting_key(key) for key in _OWN])

    def _agree(self) -> None:
        """Compares the settings with those of the others.

        Raises:
          EtcdError: etcd cannot be reached.
          OSError: the settings differ, or the job is over.
        """
        client = Etcd(self._url)
        end = client.get("end")
        if end is not None:
            raise OSError(f"the job in {self._url} is over: "
                          f"{json.loads(end.value)[1]}")
        self._clean(client)  # of another job, whose machines were all lost
        if not self._put_settings(client):
            pair = client.get("settings")
            others = self._settings if pair is None else pair.value.decode()
            if others != self._settings:
                raise OSError(f"the others of the job in {self._url} have "
                              f"{others}, and this machine {self._settings}")
        client.close()

    def _soon(self, take: Callable[[Any], None], what: Any) -> None:
        self._loop.soon(functools.partial(take, what))

    def _trouble(self, error: Exception) -> bool:
        self._soon(self._lose_sight, error)
        return True

    def _lose_sight(self, error: Exception) -> None:
        if self._online is not False:
            self._say(f"{error}; the job goes on, but nobody can join or be "
                      "replaced until it is back")
        self._online = False

    def _take_all(self, pairs: List[Pair]) -> None:
        """Takes over what is there, after a time in which changes may have
        been missed. Agents that are missing may have been slower to come back,
        so that they have as long as their leases last."""
        known = {pair.key for pair in pairs}
        for name, seen in self._agents.items():
            if "agent/" + name not in known and seen.is_present:
                seen.is_present = False
                self._loop.later(self._seconds + 2, functools.partial(
                    self._forget, name, seen))
        if "group" not in known:
            self._group_revision = 0
        self._online = True
        if "settings" not in known:
            self._writer.add(self._put_settings)
        self._take(pairs)
        if self._group is not None and "group" not in known:
            self.propose(self._group)

    def _put_settings(self, client: Etcd) -> bool:
        """Sets the settings, unless there are some; returns whether it has."""
        return client.transact([client.created("settings", 0)], [
            client.putting("settings", self._settings.encode())])

    def _forget(self, name: str, seen: "_Seen") -> None:
        if self._agents.get(name) is seen and not seen.is_present:
            del self._agents[name]
            self._changed()

    def _take(self, changes: List[Pair]) -> None:
        for pair in changes:
            try:
                self._take_one(pair)
            except (ValueError, TypeError, IndexError, KeyError):
                self._say(f"{self._url}: the value of {pair.key} makes no "
                          "sense")
        self._changed()

    def _take_one(self, pair: Pair) -> None:
        kind, _, rest = pair.key.partition("/")
        if kind == "agent" and pair.created == 0:
            self._agents.pop(rest, None)
        elif kind == "agent":
            self._agents[rest] = _Seen(pair.created,
                                       _standings_of(pair.value))
        elif kind == "group":
            self._take_group(pair)
        elif kind == "value" and pair.created > 0:
            epoch, _, key = rest.partition("/")
            self._take_value(int(epoch), key, pair.value.decode())
        elif kind == "restarts" and pair.created > 0:
            self._taken = max(self._taken, int(pair.value))
        elif kind == "settings" and pair.created > 0:
            if pair.value.decode() != self._settings:
                self._ended(1, f"the job in {self._url} is another one by now")
        elif kind == "end" and pair.created > 0 and not self._is_over:
            status, why = json.loads(pair.value)
            self._ended(int(status), str(why))

    def _take_value(self, epoch: int, key: str, value: str) -> None:
        # After etcd was wiped, values can come before their group.
        if self._group is not None and epoch == self._group.epoch:
            self._values[key] = value
        elif self._group is None or epoch > self._group.epoch:
            self._early.setdefault(epoch, {})[key] = value

    def _take_group(self, pair: Pair) -> None:
        self._group_revision = pair.modified if pair.created else 0
        if not pair.created:
            return
        group = _group_of(pair.value)
        if self._group is not None and group.epoch < self._group.epoch:
            self.propose(self._group)  # etcd has lost what was there
            return
        if self._group is None or group.epoch > self._group.epoch:
            self._values = self._early.pop(group.epoch, {})
            self._early = {epoch: values for epoch, values
                           in self._early.items() if epoch > group.epoch}
            self._writer.drop("value/")
        self._group = group


class _Seen:
    """The newest that is known of an agent."""

    def __init__(self, created: int, standings: Standings) -> None:
        self.created, self.standings = created, standings
        self.is_present = True


def _bytes_of(group: Group) -> bytes:
    return json.dumps(group).encode()


def _group_of(text: bytes) -> Group:
    epoch, members, leave = json.loads(text)
    return Group(int(epoch), tuple(
        Member(str(agent), int(slot), int(start))
        for agent, slot, start in members), bool(leave))


def _standings_of(text: bytes) -> Standings:
    return tuple(Standing(str(state), int(start), int(epoch), str(loss))
                 for state, start, epoch, loss in json.loads(text))
