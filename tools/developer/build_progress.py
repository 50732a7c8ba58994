"""Runs Bazel and says all the while how far it is.

usage: build_progress.py [STARTUP_OPTION]... VERB [ARGUMENT]...
On a terminal that is one line, drawn anew each second; elsewhere a line now and
then, some eighty in a day. Errors and what tests print come as Bazel has them,
on the stream where it has them. Exits with Bazel's status. Ctrl-C stops Bazel;
what is built by then stays built.
"""

import os
import selectors
import shlex
import signal
import subprocess
import sys
import time
from typing import BinaryIO, List

import bazel_output
import progress_display
from bazel_output import Progress
from progress_display import Display

FIRST_BUILD = """\
This is the first build here. It compiles the engine, which takes 10 to 25
minutes on two cores, and longer with all tests; later builds take seconds.
"""


def with_options(arguments: List[str]) -> List[str]:
    """Bazel's command line; options that the caller gives come after ours."""
    verb = next((i for i, argument in enumerate(arguments)
                 if not argument.startswith("-")), len(arguments))
    return (["bazel"] + arguments[:verb + 1] + bazel_output.OPTIONS
            + arguments[verb + 1:])


class Build:
    """Bazel at work, in a session of its own: Ctrl-C reaches it once, through
    this process, and not a second time from the terminal."""

    def __init__(self, command: List[str]) -> None:
        # If both streams go to the same file they are one pipe, which keeps
        # their lines in order.
        together = os.path.sameopenfile(sys.stdout.fileno(),
                                        sys.stderr.fileno())
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if together else subprocess.PIPE,
            start_new_session=True)
        self._readers = {self._process.stdout: bazel_output.LineReader()}
        self._readers[self._process.stdout if together
                      else self._process.stderr] = bazel_output.OutputParser()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) != signal.SIG_IGN:  # as under nohup
                signal.signal(number, self._pass_on)

    def _pass_on(self, number: int, _: object) -> None:
        self._process.send_signal(number)

    def stop(self) -> None:
        self._process.terminate()

    def watch(self, display: Display) -> int:
        """Shows the build until it ends; returns its exit status."""
        with selectors.DefaultSelector() as selector:
            for pipe in self._readers:
                selector.register(pipe, selectors.EVENT_READ)
            while selector.get_map():
                for key, _ in selector.select(display.wait()):
                    data = os.read(key.fd, 1 << 16)
                    self._show(display, key.fileobj, data)
                    if not data:
                        selector.unregister(key.fileobj)
                display.tick()
        status = self._process.wait()
        return status if status >= 0 else 128 - status

    def _show(self, display: Display, pipe: BinaryIO, data: bytes) -> None:
        """Shows what came from one of the pipes; nothing means that it ended.
        """
        reader = self._readers[pipe]
        told = isinstance(reader, bazel_output.OutputParser)
        target = sys.stderr.buffer if told else sys.stdout.buffer
        for event in reader.feed(data) if data else reader.close():
            if isinstance(event, Progress):
                display.see(event)
            else:
                display.write(target, event)


def main(arguments: List[str]) -> int:
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    begin = time.monotonic()
    print("+ bazel", shlex.join(arguments), file=sys.stderr, flush=True)
    if not os.path.lexists("bazel-out"):
        print(FIRST_BUILD, end="", file=sys.stderr, flush=True)
    display = progress_display.display_for(
        sys.stderr.buffer, lambda: time.monotonic() - begin)
    try:
        build = Build(with_options(arguments))
    except FileNotFoundError:
        print("There is no bazel here: ./tools/dev setup installs it.",
              file=sys.stderr)
        return 127
    try:
        status = build.watch(display)
        display.end(status)
    except BrokenPipeError:  # Nobody reads on, as with "| head".
        build.stop()
        return 128 + signal.SIGPIPE
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
