"""Axes of plots: from values to places, and marks at round numbers."""

import math
from typing import List, Sequence, Tuple


class Axis:
    """Maps [low, high] to places `begin` to `end`, linearly or by logarithm.

    The range grows to a little more than the finite values, and to 1 if they
    are all the same. With log only those above 0 count.
    """

    def __init__(self, values: Sequence[float], begin: float, end: float,
                 log: bool = False, tight: bool = False) -> None:
        self._log = log
        shown = [self._scaled(v) for v in values if self.shows(v)] or [0.0]
        low, high = min(shown), max(shown)
        largest = max(abs(low), abs(high))
        # Numbers that differ by rounding alone count as the same.
        if high - low <= 1e-12 * largest:
            around = max(0.5, 1e-3 * largest)
            low, high = low - around, high + around
        elif not tight:
            margin = 0.04 * (high - low)
            low, high = low - margin, high + margin
        self._low, self._high = low, high
        self._begin, self._end = begin, end

    def shows(self, value: float) -> bool:
        """True if the axis can show a value, and sums of such values cannot
        overflow."""
        return abs(value) <= 1e300 and (value > 0 or not self._log)

    def place(self, value: float) -> float:
        """Returns the position of a value that can be shown."""
        share = (self._scaled(value) - self._low) / (self._high - self._low)
        return self._begin + share * (self._end - self._begin)

    def marks(self) -> List[Tuple[float, str]]:
        """About five places with the round numbers that belong there."""
        if self._log and self._high - self._low >= 1.5:
            numbers = self._decades()
        else:
            numbers = self._round_numbers()
        return [(self.place(number), f"{number:.6g}") for number in numbers]

    def _scaled(self, value: float) -> float:
        return math.log10(value) if self._log else value

    def _decades(self) -> List[float]:
        first, last = math.ceil(self._low), math.floor(self._high)
        step = max(1, math.ceil((last - first) / 6))
        return [10.0 ** power for power in range(first, last + 1, step)]

    def _round_numbers(self) -> List[float]:
        low, high = self._low, self._high
        if self._log:
            low, high = 10 ** low, 10 ** high
        rough = (high - low) / 6
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(power * n for n in (1, 2, 2.5, 5, 10) if power * n >= rough)
        count = math.floor(high / step) - math.ceil(low / step) + 1
        # "+ 0.0" makes -0.0 a plain zero.
        numbers = [(math.ceil(low / step) + i) * step + 0.0
                   for i in range(count)]
        return [n for n in numbers if n > 0] if self._log else numbers
