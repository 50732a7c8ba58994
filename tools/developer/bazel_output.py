"""Takes apart what Bazel writes: how far the build is, and everything else.

Bazel tells how many actions it has done, of how many, nowhere but in the lines
that it redraws on a terminal: its event protocol has no total, and where it
cannot redraw it prints such a line ever more rarely. So OPTIONS make it redraw
into a pipe, in colour: no line of a compiler or a test looks like those then.
"""

import re
from typing import Iterator, NamedTuple, Optional, Union

OPTIONS = ["--curses=yes", "--color=yes", "--terminal_columns=200",
           "--show_progress_rate_limit=0.5", "--show_result=0"]


class Progress(NamedTuple):
    """The progress of a build; before there are actions, only `what` is known.
    """
    done: int = 0
    total: int = 0
    tests: str = ""  # "3 / 20 tests, 1 failed", of a build that runs tests
    what: str = ""  # "Compiling operators/math/gemm.cc"


Event = Union[Progress, bytes]

_COLOUR = rb"(?:\x1b\[[\d;]*m)"
# Sequences that erase the lines which will be drawn again.
_ERASE = re.compile(rb"(?:\r*\x1b\[\d*[AJK])+")
_COUNTS = re.compile(_COLOUR + rb"+\[([\d,]+) / ([\d,]+)\]" + _COLOUR +
                     rb" ?(.*)")
_PHASE = re.compile(_COLOUR + rb"+(Loading|Analyzing|Building):" + _COLOUR +
                    rb" ?(.*)")
# "Analyzed target ...", "Elapsed time: ...": little that is new, unless it is
# what a compiler or a test has printed. The exit status tells how it ended.
_CHATTER = re.compile(_COLOUR + rb"+(?:INFO: ?" + _COLOUR + rb" ?(?!From )|"
                      rb"FAILED: ?" + _COLOUR + rb" ?Build did NOT )")
_TESTS = re.compile(r"([\d,]+ / [\d,]+ tests?(?:, [\d,]+ failed)?);? ?(.*)")
_SEVERAL = re.compile(r"[\d,]+ actions?\b")  # "4 actions, 2 running"
_DETAIL = b"    "  # begins the lines below the first that is redrawn


def without_colour(text: bytes) -> bytes:
    return re.sub(_COLOUR, b"", text)


def _words(text: bytes) -> str:
    return without_colour(text).decode(errors="replace").strip()


def _action(text: str) -> str:
    """Returns "Compiling a.cc" of "[Sched] Compiling a.cc; 12s linux-sandbox".
    """
    return re.sub(r"^\[\w+\] ", "", text.partition(";")[0].strip())


def _number(text: bytes) -> int:
    return int(text.replace(b",", b""))


class LineReader:
    """Yields what it is fed as whole lines; pieces may be of any size."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[Event]:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            yield from self._line(line)

    def close(self) -> Iterator[Event]:
        """Yields what follows the last newline, as a line."""
        rest, self._rest = self._rest, b""
        if without_colour(_ERASE.sub(b"", rest)).strip():
            yield from self._line(rest)

    def _line(self, line: bytes) -> Iterator[Event]:
        yield line + b"\n"


class OutputParser(LineReader):
    """Yields a Progress each time that Bazel tells of it, and all other lines
    as they are."""

    def __init__(self) -> None:
        super().__init__()
        self._progress = Progress()
        self._redrawn = False  # The line before is one that is redrawn.

    def _line(self, line: bytes) -> Iterator[Event]:
        line, erased = _ERASE.subn(b"", line)
        if self._redrawn and not erased and line.startswith(_DETAIL):
            yield from self._detail(_words(line))
            return
        found = self._first(line)
        # Between two phases, and after what it tells, Bazel has empty lines.
        is_empty = (self._redrawn or erased) and not _words(line)
        self._redrawn = bool(found or is_empty or _CHATTER.match(line))
        if found:
            self._progress = found
            yield found
        elif not self._redrawn:
            yield line + b"\n"

    def _first(self, line: bytes) -> Optional[Progress]:
        counts = _COUNTS.match(line)
        if counts:
            what = _words(counts.group(3))
            tests = _TESTS.fullmatch(what)
            return Progress(_number(counts.group(1)), _number(counts.group(2)),
                            tests.group(1) if tests else "",
                            _action(tests.group(2) if tests else what))
        phase = _PHASE.match(line)
        return phase and Progress(what=_words(line))

    def _detail(self, text: str) -> Iterator[Progress]:
        """The first line below: what has been going on for the longest."""
        if _SEVERAL.match(self._progress.what):
            self._progress = self._progress._replace(what=_action(text))
            yield self._progress
