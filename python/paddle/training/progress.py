"""Shows the progress of training: a bar on a terminal, lines elsewhere."""

import math
import sys
import time
from typing import Mapping, Optional, TextIO

_BAR = 24


class Progress:
    """Shows the steps of one epoch after another.

    On a terminal a bar, redrawn at most ten times a second; elsewhere a line
    each `log_every` steps and one at the end of an epoch.
    """

    def __init__(self, epochs: int, log_every: int = 100,
                 file: Optional[TextIO] = None) -> None:
        self._epochs, self._log_every = epochs, log_every
        self._file = file or sys.stderr
        self._is_terminal = self._file.isatty()
        self._total: Optional[int] = None
        self.begin(0, 0, None)

    def begin(self, epoch: int, done: int, total: Optional[int]) -> None:
        """An epoch, `done` steps of which lie behind; total: its steps, if
        that is known. Without it the epoch before tells."""
        self._epoch, self._first, self._done = epoch, done, done
        self._total = total if total is not None else self._total
        self._begun = time.monotonic()
        self._drawn = 0.0

    def step(self, metrics: Mapping[str, float]) -> None:
        """A step has been made; metrics: of the epoch so far."""
        self._done += 1
        if self._is_terminal:
            now = time.monotonic()
            if now - self._drawn >= 0.1:
                self._drawn = now
                self._redraw(metrics)
        elif self._done % self._log_every == 0:
            self._print(self._text(metrics))

    def end(self, metrics: Mapping[str, float]) -> None:
        """The epoch has ended."""
        self._total = self._done
        if self._is_terminal:
            self._redraw(metrics)
            self._file.write("\n")
            self._file.flush()
        else:
            self._print(self._text(metrics))

    def _redraw(self, metrics: Mapping[str, float]) -> None:
        self._file.write("\r" + self._text(metrics) + "\033[K")
        self._file.flush()

    def _print(self, text: str) -> None:
        self._file.write(text + "\n")
        self._file.flush()

    def _text(self, metrics: Mapping[str, float]) -> str:
        parts = [f"epoch {self._epoch + 1}/{self._epochs}"]
        if self._is_terminal and self._total:
            full = min(_BAR, _BAR * self._done // self._total)
            parts.append("[" + "=" * full + " " * (_BAR - full) + "]")
        of = f"/{self._total}" if self._total else ""
        parts.append(f"step {self._done}{of}")
        parts += [f"{name} {_short(value)}" for name, value in metrics.items()]
        seconds = time.monotonic() - self._begun
        rate = (self._done - self._first) / seconds if seconds > 0 else 0.0
        parts.append(f"{_short(rate)} steps/s")
        if self._is_terminal and self._total and 0 < rate:
            left = max(0, self._total - self._done)
            parts.append(f"{left / rate:.0f} s left")
        return " ".join(parts)


def _short(value: float) -> str:
    """Four digits that count."""
    return f"{value:.4g}" if math.isfinite(value) else str(value)
