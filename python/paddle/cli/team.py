"""Keeps the workers of a launcher together while they are lost and return."""

import functools
import time
from typing import Callable

from .agent import Agent
from .board import Board
from .loop import Loop
from .membership import Membership
from .plan import Elastic

_TELL_EACH = 60.0  # seconds without a group


class Team:
    """The agent of a launcher, its workers' membership and the board, put
    together. All calls, and those that it makes, are in the loop's thread.

    size: the number of workers.
    grace: as of Agent, as are give_up and say.
    replace: as give_up, but takes none of the restarts.
    end: called with an exit status and a reason when others have ended the
      job, or too few have come.

    Raises:
      OSError: etcd cannot be reached, or the job there is another one.
    """

    def __init__(self, elastic: Elastic, size: int, grace: float, loop: Loop,
                 give_up: Callable[[int, str], None],
                 replace: Callable[[int, str], None],
                 say: Callable[[str], None],
                 end: Callable[[int, str], None]) -> None:
        self._elastic, self._loop = elastic, loop
        self._say, self._end = say, end
        self.agent = Agent(elastic.socket, elastic.stall, grace, loop,
                           give_up, say)
        self.board = self._new_board()
        self._membership = Membership(self.board, elastic.policy, size,
                                      self.agent.tell, functools.partial(
                                          self._fence, replace), loop)
        self.agent.membership = self._membership
        self._is_over = False
        self._waits_since = self._told = time.monotonic()

    def start(self) -> None:
        """Starts what needs threads: all workers have been started."""
        self.board.start()
        if self._elastic.machines is not None:
            self._wait_in(1.0)

    def leave(self, status: int, well: bool, failure: str) -> None:
        """Tells the other agents of the end of the workers: that all have
        ended well, or how one of them has failed, if one has."""
        if failure:
            self.board.end(status, failure)
        elif well and self._membership.is_finished():
            self.board.end(0, "its workers have ended well")
        self.board.leave()

    def _fence(self, replace: Callable[[int, str], None], slot: int) -> None:
        # Later: the membership is being looked at.
        self._loop.soon(lambda: replace(
            slot, "was cut off, and the others have gone on without it"))

    def _new_board(self) -> Board:
        machines = self._elastic.machines
        if machines is None:
            return Board("this")
        from .etcd_board import EtcdBoard  # A job on one machine needs none.

        policy = self._elastic.policy
        settings = {"nnodes": [policy.least, policy.most],
                    "shards": policy.workers,
                    "restarts": self._elastic.restarts}
        return EtcdBoard(machines.url, machines.name, settings, machines.lease,
                         self._loop, self._ended, self._say)

    def _ended(self, status: int, why: str) -> None:
        """Does as the agent that has ended the job: at once if a worker has
        failed; those that finish are waited for, unless there is none."""
        if status:
            self._end(status, f"the job was ended by another machine: {why}")
            return
        self._is_over = True
        self._end_if_left_behind()

    def _end_if_left_behind(self) -> None:
        """Ends workers that would need a group after the others have ended
        well."""
        if self._is_over and self._membership.needs_a_group():
            self._end(0, "the other machines have ended the job well")

    def _wait_in(self, seconds: float) -> None:
        self._loop.later(seconds, functools.partial(self._wait, seconds))

    def _wait(self, seconds: float) -> None:
        """Loses patience with machines that do not come."""
        machines, policy = self._elastic.machines, self._elastic.policy
        assert machines is not None
        self._end_if_left_behind()
        now = time.monotonic()
        agents = len(self.board.view().agents)
        if agents >= policy.least or self._membership.is_finished():
            self._waits_since = self._told = now
        elif now - self._waits_since > machines.patience:
            self._end(1, self._lacking(agents) + " within "
                      f"{machines.patience:g} s: see --patience")
        elif now - self._told > _TELL_EACH:
            self._told = now
            self._say(self._lacking(agents))
        self._wait_in(seconds)

    def _lacking(self, agents: int) -> str:
        least = self._elastic.policy.least
        return (f"{least} machines are needed for a group, and {agents} "
                f"{'has' if agents == 1 else 'have'} come")
