"""The workers of one agent as members of groups: what they are told."""

import time
from typing import Callable, Dict, List, Set

from . import groups
from .board import Board, View
from .groups import DONE, GROUPED, READY, STARTING, Group, Standing
from .loop import Loop


class Membership:
    """Takes what workers say, and tells them which group they belong to.

    board: where all agents of the job say how their workers are.
    policy: how large groups may be.
    size: the number of workers of this agent, which have slots from 0.
    tell: sends a line to the worker of a slot, and raises nothing.
    fence: replaces the worker of a slot, which the others have gone on
      without: it is many steps behind, and nobody knows how many.
    """

    def __init__(self, board: Board, policy: groups.Policy, size: int,
                 tell: Callable[[int, str], None],
                 fence: Callable[[int], None], loop: Loop) -> None:
        self._board, self._policy = board, policy
        self._tell, self._fence, self._loop = tell, fence, loop
        self._own = [Standing() for _ in range(size)]
        self._begun = [False] * size
        self._told_lost = [0] * size  # the epoch that it was told to be lost
        self._told_leave = [0] * size
        self._sent: List[Set[str]] = [set() for _ in range(size)]
        self._since = time.monotonic()  # no group lasts since then
        self._lasted = False
        self._looking = self._again = False
        board.watch(self._look)

    def begin(self, slot: int) -> None:
        """Notes a new process in a slot."""
        if self._begun[slot]:
            own = self._own[slot]
            self._set(slot, Standing(STARTING, own.start + 1, 0, own.loss))
        self._begun[slot] = True

    def ready(self, slot: int, after: int) -> None:
        """Notes that a worker waits for a group.

        Args:
          slot: of the worker.
          after: the epoch of the group that it was in; 0 if in none yet.

        Raises:
          ValueError: it was not in that group, or has finished.
        """
        own = self._own[slot]
        if own.state == DONE:
            raise ValueError(f"rank {slot} is done")
        if after not in (0, own.epoch):
            raise ValueError(f"rank {slot} comes from epoch {after}, and its "
                             f"newest is {own.epoch}")
        # One that was in a group and knows nothing of it is another by now.
        start = own.start + (own.epoch > 0 and after == 0)
        self._set(slot, Standing(READY, start, after,
                                 own.loss if start == own.start else ""))

    def lose(self, slot: int, reason: str) -> None:
        """Notes that a worker is lost, and why: its group has to form anew."""
        own = self._own[slot]
        if own.state != DONE:
            self._set(slot, own._replace(state=STARTING, loss=reason))

    def withdraw(self, slot: int) -> None:
        """Notes that a worker cannot be told of a place, until it is ready
        again."""
        if self._own[slot].state == READY:
            self._set(slot, self._own[slot]._replace(state=STARTING))

    def finish(self, slot: int) -> None:
        """Notes that a worker needs no group any more. That ends none: the
        others may be on the way out, too."""
        self._set(slot, self._own[slot]._replace(state=DONE))

    def set_value(self, slot: int, epoch: int, key: str, value: str) -> None:
        """Sets a value for the members of a group, if it is the worker's."""
        own = self._own[slot]
        if own.state == GROUPED and own.epoch == epoch:
            self._board.set_value(epoch, key, value)

    def needs_a_group(self) -> bool:
        """True if a worker of this agent waits for a group, or starts."""
        return any(each.state in (STARTING, READY) for each in self._own)

    def is_finished(self) -> bool:
        """True if no worker of this agent needs a group any more."""
        return all(each.state == DONE for each in self._own)

    def _set(self, slot: int, standing: Standing) -> None:
        if standing != self._own[slot]:
            self._own[slot] = standing
            self._board.show(tuple(self._own))

    def _look(self) -> None:
        """Does what a change asks for, and what that changes again."""
        self._again = True
        if self._looking:
            return
        self._looking = True
        while self._again:
            self._again = False
            self._act(self._board.view())
        self._looking = False

    def _act(self, view: View) -> None:
        own = list(self._own)
        self._note_losses(view)
        if view.group is not None:
            self._give_places(view.group)
            self._give_values(view.group.epoch, view.values)
            self._give_losses(view)
            self._fence_off(view.group)
        if own != self._own:
            self._board.show(tuple(self._own))
        elif view.leads:
            self._lead(view)

    def _give_places(self, group: Group) -> None:
        size = len(group.members)
        for rank, member in enumerate(group.members):
            if member.agent != self._board.name:
                continue
            own = self._own[member.slot]
            if own.state == READY and own.start == member.start and (
                    own.epoch < group.epoch):
                self._own[member.slot] = own._replace(
                    state=GROUPED, epoch=group.epoch)
                self._sent[member.slot] = set()
                self._tell(member.slot, f"place {group.epoch} {rank} {size}")

    def _give_values(self, epoch: int, values: Dict[str, str]) -> None:
        for slot, own in enumerate(self._own):
            if own.state == GROUPED and own.epoch == epoch:
                for key in values.keys() - self._sent[slot]:
                    self._sent[slot].add(key)
                    self._tell(slot, f"value {epoch} {key} {values[key]}")

    def _give_losses(self, view: View) -> None:
        group = view.group
        assert group is not None
        agents = {**view.agents, self._board.name: tuple(self._own)}
        loss = groups.loss_of(group, agents)
        for slot, own in enumerate(self._own):
            if own.state != GROUPED or own.epoch != group.epoch:
                continue
            if loss is not None and self._told_lost[slot] < own.epoch:
                self._told_lost[slot] = own.epoch
                self._tell(slot, f"lost {own.epoch} {loss}")
            if group.leave and self._told_leave[slot] < group.epoch:
                self._told_leave[slot] = group.epoch
                self._tell(slot, f"leave {group.epoch}")

    def _fence_off(self, group: Group) -> None:
        for slot, own in enumerate(self._own):
            if own.state in (READY, GROUPED) and 0 < own.epoch < group.epoch:
                self._own[slot] = own._replace(state=STARTING)
                self._fence(slot)

    def _note_losses(self, view: View) -> None:
        """Notes since when no group lasts, whoever leads by then."""
        lasts = view.group is not None and (
            groups.loss_of(view.group, view.agents) is None)
        if self._lasted and not lasts:
            self._since = time.monotonic()
        self._lasted = lasts

    def _lead(self, view: View) -> None:
        group, again = groups.next_group(
            view.group, view.agents, self._policy,
            time.monotonic() - self._since)
        if group is not None:
            self._board.propose(group)
        elif again is not None:
            self._loop.later(again, self._look)
