"""Shares what the agents of a job know of their workers."""

from typing import Callable, Dict, NamedTuple, Optional

from .groups import Agents, Group, Standings


class View(NamedTuple):
    """All that an agent knows of its job.

    Members:
      agents: what each of them says, and this one itself.
      group: the newest one.
      values: what its members have set for each other.
      leads: True for the one agent that is to form groups.
    """
    agents: Agents
    group: Optional[Group]
    values: Dict[str, str]
    leads: bool


class Board:
    """The board of a job with one agent, which is by itself.

    All calls, and those that it makes, are in the thread of the agent's loop.

    name: of the agent.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._changed: Callable[[], None] = lambda: None
        self._standings: Standings = ()
        self._group: Optional[Group] = None
        self._values: Dict[str, str] = {}
        self._restarts = 0

    def start(self) -> None:
        """Starts the threads that it needs."""

    def watch(self, changed: Callable[[], None]) -> None:
        """Has it called after each change."""
        self._changed = changed

    def view(self) -> View:
        """Returns what is known now."""
        return View({self.name: self._standings}, self._group, self._values,
                    True)

    def show(self, standings: Standings) -> None:
        """Says how the workers of this agent are."""
        self._standings = standings
        self._changed()

    def propose(self, group: Group) -> None:
        """Makes it the newest group, unless there is a newer one."""
        if self._group is None or group.epoch > self._group.epoch:
            self._values = {}
        self._group = group
        self._changed()

    def set_value(self, epoch: int, key: str, value: str) -> None:
        """Sets a value for the members of a group."""
        if self._group is not None and epoch == self._group.epoch:
            self._values[key] = value
            self._changed()

    def take_restart(self, limit: int,
                     then: Callable[[Optional[int]], None]) -> None:
        """Takes one of the restarts that a job has; calls `then` with its
        number, from 1, or with None if none is left."""
        self._restarts += 1
        then(self._restarts if self._restarts <= limit else None)

    def end(self, status: int, why: str) -> None:
        """Tells the other agents that the job is over."""

    def leave(self) -> None:
        """Ends what this agent has told of its workers."""
