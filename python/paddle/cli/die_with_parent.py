"""Has the kernel kill a process when the one that started it dies.

usage: die_with_parent.py PARENT PROGRAM [ARGUMENT]...

As a program it takes care of its own process, and is then replaced by PROGRAM,
for which that holds on. A process with several threads starts others in this
way: between fork and exec no Python may run in its children, since another
thread may have held a lock.

It imports little, to be quick.
"""

import ctypes
import os
import sys

_PR_SET_PDEATHSIG = 1  # of prctl
_SIGKILL = 9  # signal.SIGKILL, whose module takes long to load


def die_with(parent: int) -> None:
    """Ends this process when its parent, of the given process id, dies; at
    once, if that has happened."""
    ctypes.CDLL(None).prctl(ctypes.c_int(_PR_SET_PDEATHSIG),
                            ctypes.c_ulong(_SIGKILL))
    if os.getppid() != parent:
        os.kill(os.getpid(), _SIGKILL)


if __name__ == "__main__":
    die_with(int(sys.argv[1]))
    os.execv(sys.argv[2], sys.argv[2:])
