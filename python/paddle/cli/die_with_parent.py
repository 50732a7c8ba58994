"""Has the kernel kill a process when the one that started it dies.

usage: die_with_parent.py PARENT PROGRAM [ARGUMENT]...

As a program it takes care of its own process, and is then replaced by PROGRAM,
for which that holds on. A process with several threads starts others in this
way: between fork and exec no Python may run in its children, since another
thread may have held a lock.

An interrupt that comes before PROGRAM runs ends the process. One that meets the
interpreter while it starts would be an error of that; who starts this program
blocks them, and it lets them in.

It imports little, to be quick.
"""

import ctypes
import os
import sys

import _signal  # type: ignore[import]  # in no time, unlike signal

_PR_SET_PDEATHSIG = 1  # of prctl
_SIGKILL = _signal.SIGKILL


def die_with(parent: int) -> None:
    """Ends this process when its parent, of the given process id, dies; at
    once, if that has happened."""
    ctypes.CDLL(None).prctl(ctypes.c_int(_PR_SET_PDEATHSIG),
                            ctypes.c_ulong(_SIGKILL))
    if os.getppid() != parent:
        os.kill(os.getpid(), _SIGKILL)


if __name__ == "__main__":
    # Python only notes an interrupt, for later, and PROGRAM would not know of
    # it: it ends this process instead, unless it was to be ignored.
    if _signal.getsignal(_signal.SIGINT) != _signal.SIG_IGN:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    _signal.pthread_sigmask(_signal.SIG_UNBLOCK, [_signal.SIGINT])
    die_with(int(sys.argv[1]))
    os.execv(sys.argv[2], sys.argv[2:])
