"""The rules by which the workers of a job form groups, one after the other.

Pure functions over what the agents of all machines have said of their workers:
each agent comes to the same result by itself.
"""

from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

# The states of a worker.
STARTING = "starting"  # it has said nothing yet, or is lost
READY = "ready"  # for a group
GROUPED = "grouped"  # it has been told its place in one
DONE = "done"  # it needs none any more


class Standing(NamedTuple):
    """Describes one of an agent's workers.

    Members:
      state: one of the above.
      start: how many others there were in its slot before it.
      epoch: of the group that it is in, or was in; 0 if in none yet.
      loss: what has happened to the last one that was lost in its slot.
    """
    state: str = STARTING
    start: int = 0
    epoch: int = 0
    loss: str = ""


Standings = Tuple[Standing, ...]  # of the slots of an agent
Agents = Dict[str, Standings]  # by name, the oldest first


class Member(NamedTuple):
    """A worker, as one of a group."""
    agent: str
    slot: int
    start: int


class Group(NamedTuple):
    """Workers that exchange values, in the order of their ranks.

    Members:
      epoch: the number of the group, higher than all before it.
      members: at least one.
      leave: True if it is to form anew between two steps: others wait.
    """
    epoch: int
    members: Tuple[Member, ...]
    leave: bool = False

    def agents(self) -> List[str]:
        """Returns their agents, in the order of ranks."""
        return list(dict.fromkeys(each.agent for each in self.members))


class Policy(NamedTuple):
    """Says how large groups may be.

    Members:
      least, most: how many agents a group has.
      workers: how many workers a group has at most.
      grace: the seconds that a group which lacks agents waits for others.
    """
    least: int
    most: int
    workers: int
    grace: float


def loss_of(group: Group, agents: Agents) -> Optional[str]:
    """Returns why a group is of no use any more; None if it lasts."""
    for rank, member in enumerate(group.members):
        standings = agents.get(member.agent)
        if standings is None:
            return f"the agent of rank {rank}, {member.agent}, has gone"
        now = standings[member.slot]
        if now.start != member.start or now.state == STARTING:
            return now.loss or f"rank {rank} has left the group"
        if now.state == READY and now.epoch >= group.epoch:
            return f"rank {rank} has left the group"
    return None


def next_group(group: Optional[Group], agents: Agents, policy: Policy,
               waited: float) -> Tuple[Optional[Group], Optional[float]]:
    """Decides which group is to be formed now.

    Args:
      group: the newest one.
      agents: what is known of them.
      policy: the sizes.
      waited: seconds since the newest group was lost or, at first, since the
        first agent has come.

    Returns:
      The group, or None if the newest one stands or some are not ready; then,
      after how many seconds to ask again, if time alone can change that.
    """
    if group is not None and loss_of(group, agents) is None:
        return _growing(group, agents, policy), None
    before = [] if group is None else [
        name for name in group.agents() if name in agents]
    if any(_is_busy(agents[name]) for name in before) or (
            group is not None and _is_unheard(group, agents)):
        return None, None  # They will be ready, or be lost themselves.
    taken = _taken(before + [name for name in agents if name not in before],
                   agents, policy)
    wanted = policy.most if group is None else max(
        policy.least, len(group.agents()))
    if not taken or len(taken) < policy.least:
        return None, None
    if len(taken) < wanted and waited < policy.grace:
        return None, policy.grace - waited
    return Group(1 + _newest_epoch(group, agents), tuple(
        Member(name, slot, each.start) for name in taken
        for slot, each in enumerate(agents[name]) if each.state == READY
    )), None


def _growing(group: Group, agents: Agents, policy: Policy
             ) -> Optional[Group]:
    """Returns a group that lasts, asked to leave, if others wait to join."""
    before = group.agents()
    after = _taken(before + [name for name in agents if name not in before],
                   agents, policy, standing=before)
    if group.leave or len(after) <= len(before) or any(
            each.state == DONE for standings in agents.values()
            for each in standings):
        return None
    return group._replace(leave=True)


def _taken(names: List[str], agents: Agents, policy: Policy,
           standing: Sequence[str] = ()) -> List[str]:
    """Returns those who are ready, or stand in the group already, as many as
    there may be."""
    taken: List[str] = []
    workers = 0
    for name in names:
        count = sum(each.state != DONE for each in agents[name])
        if (name in standing or _is_ready(agents[name])) and (
                len(taken) < policy.most
                and workers + count <= policy.workers):
            taken.append(name)
            workers += count
    return taken


def _is_ready(standings: Standings) -> bool:
    states = {each.state for each in standings} - {DONE}
    return states == {READY}


def _is_busy(standings: Standings) -> bool:
    return not {each.state for each in standings} <= {READY, DONE}


def _is_unheard(group: Group, agents: Agents) -> bool:
    """True if a member has not answered to its place in the group: it has
    been in the one before, and would be left behind by another one."""
    for member in group.members:
        now = agents.get(member.agent, ())[member.slot:member.slot + 1]
        if now and now[0].state == READY and (
                now[0].start == member.start and now[0].epoch < group.epoch):
            return True
    return False


def _newest_epoch(group: Optional[Group], agents: Agents) -> int:
    known = [each.epoch for standings in agents.values()
             for each in standings]
    return max([0 if group is None else group.epoch, *known])
