"""Compares a component with its last release."""

from typing import (
    AbstractSet, Dict, List, NamedTuple, Optional, Set, Tuple)

import names
from catalog import Api
from records import Section, digest

_NEW = Section(digest([]), frozenset())


class Change(NamedTuple):
    """Lines with the header, module or operator they are of."""
    added: List[str]
    removed: List[str]  # or changed; names where the lines are not known
    breaking: List[str]  # of the added ones, those that break users
    unclear: List[str]  # headers and so on that were compared by names

    @property
    def part(self) -> str:
        """The part of a version that must grow at least; "" for no change."""
        if self.removed or self.breaking:
            return "major"
        return "minor" if self.added or self.unclear else ""

    def sections(self) -> Set[str]:
        """Returns the headers, modules and operators that have changed."""
        return set(self.unclear).union(
            line.partition(": ")[0] for line in self.added + self.removed)


def _breaks(line: str, known: AbstractSet[str]) -> bool:
    """Returns whether one more line breaks the users of a header or operator: a
    slot that must be given, a pure virtual function in a class that was there.
    `known` has the former lines, or names: both begin with their scope."""
    if line.startswith("requires "):
        return True
    scope = line.partition(": ")[0]
    return line.endswith("= 0") and " virtual " in line and any(
        old.startswith(scope + ": ") for old in known)


def _by_names(name: str, old: Section,
              lines: List[str]) -> Tuple[Set[str], Set[str]]:
    """Returns the lines whose names are new, and the names that are gone."""
    gone = old.names - names.found(name, lines)
    added = {line for line in lines if names.found(name, [line]) - old.names}
    return added, set(gone) if gone or lines else {"all of it"}


def compare(old: Dict[str, Section], new: Api,
            past: Optional[Api] = None) -> Change:
    """Compares with a release, of which `past` has the lines that are known.
    Of others, only new and lost names can be told."""
    change = Change([], [], [], [])
    past = past or {}
    for name in sorted(set(old) | set(new)):
        section, lines = old.get(name, _NEW), new.get(name, [])
        if digest(lines) == section.digest:
            continue
        if name in past or section.digest == _NEW.digest:
            known: AbstractSet[str] = set(past.get(name, []))
            added, removed = set(lines) - known, known - set(lines)
        else:
            known = section.names
            added, removed = _by_names(name, section, lines)
            change.unclear.append(name)
        change.removed.extend(f"{name}: - {each}" for each in sorted(removed))
        change.added.extend(f"{name}: + {line}" for line in sorted(added))
        change.breaking.extend(f"{name}: + {line}" for line in sorted(added)
                               if known and _breaks(line, known))
    return change
