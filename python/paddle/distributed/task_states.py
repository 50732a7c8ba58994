"""The keys of a queue of tasks in etcd, and what they tell.

Below URL/NAME/EPOCH/ there are, with t the number of a task:

| key | is there | value |
|---|---|---|
| `queue` | from the first process on | its maker, a checksum of the tasks |
| `claim/t` | while a process has it; it ends with its lease | a token |
| `end/done/t` | once it is counted | the revision that had made its claim |
| `end/failed/t` | once it is given up | the reasons, a list in JSON |
| `tries/t` | from its first claim until it is done or given up | the reasons |
| `value/t` | where `done` was given a value | that |

A claim writes into `tries/t` that it was lost, and who ends it in another way
takes that back: so a claim that vanishes counts as a failure, whoever sees it.
"""

import json
from typing import List, NamedTuple, Optional

from ..cli import etcd

OPEN, CLAIMED, DONE, FAILED = range(4)
CLAIMS, ENDS = "claim/", "end/"
DONES, FAILURES = ENDS + "done/", ENDS + "failed/"
STATES = {CLAIMS: CLAIMED, DONES: DONE, FAILURES: FAILED}


class QueueGone(etcd.EtcdError):
    """The keys of the queue are not there any more."""


class Claim(NamedTuple):
    """A claim of this process.

    Members:
      task: its number.
      created: the revision that has made it, which is unique.
      lease: the number of its lease.
      reasons: of the failures before it.
    """
    task: int
    created: int
    lease: int
    reasons: List[str]


class Attempt(NamedTuple):
    """The end of an attempt to claim a task.

    Members:
      claim: None if another process has it, or nobody needs to.
      state: of the task.
      revision: at which it was so.
      reasons: those of a task that is given up.
    """
    claim: Optional[Claim]
    state: int
    revision: int
    reasons: List[str]


def state_of(pair: etcd.Pair) -> int:
    """Returns the state that a key tells of; OPEN for keys of other kinds."""
    kind = pair.key[:pair.key.rfind("/") + 1]
    return STATES.get(kind, OPEN)


def task_of(pair: etcd.Pair) -> int:
    """Returns the number of the task in a key."""
    return int(pair.key[pair.key.rfind("/") + 1:])


def reasons_of(pair: Optional[etcd.Pair]) -> List[str]:
    """Returns the reasons that a key holds; none where there is no key."""
    return [] if pair is None else list(json.loads(pair.value))
