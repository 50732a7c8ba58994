"""The rules of versions. Every problem is a text that says what to do."""

from typing import Dict, Iterable, Iterator, List, NamedTuple, Optional, Set

from catalog import (
    Api, Component, Release, Version, admits, next_version, range_of, show)

_MOST_SHOWN = 8


class Change(NamedTuple):
    """Between a release and now; "removed" also has what was changed."""
    added: List[str]
    removed: List[str]
    breaking: List[str]  # of the added ones, those that break users

    @property
    def part(self) -> str:
        """The part of a version that must grow; "" for no change."""
        if self.removed or self.breaking:
            return "major"
        return "minor" if self.added else ""


def _breaks(line: str, known: Set[str]) -> bool:
    """Whether one more line of a header or operator breaks its users: a slot
    that must be given, a pure virtual function in a class that was there."""
    if line.startswith("requires "):
        return True
    scope = line.partition(": ")[0]
    return line.endswith("= 0") and " virtual " in line and any(
        old.startswith(scope + ": ") for old in known)


def compare(old: Api, new: Api) -> Change:
    added, removed, breaking = [], [], []
    for name in sorted(set(old) | set(new)):
        before, after = set(old.get(name, [])), set(new.get(name, []))
        removed += [f"{name}: - {line}" for line in sorted(before - after)]
        for line in sorted(after - before):
            added.append(f"{name}: + {line}")
            if before and _breaks(line, before):
                breaking.append(added[-1])
    return Change(added, removed, breaking)


def listing(lines: Iterable[str]) -> str:
    lines = list(lines)
    more = len(lines) - _MOST_SHOWN
    return "".join(f"\n    {line}" for line in lines[:_MOST_SHOWN]) + (
        f"\n    and {more} more" if more > 0 else "")


def state(api: Api, release: Optional[Release]) -> str:
    """For the table."""
    if release is None:
        return "not released"
    change = compare(release.api, api)
    if not change.part:
        return "as released"
    return (f"changed ({len(change.added)} added, {len(change.removed)} "
            f"removed or changed)")


def needed_version(release: Release, change: Change) -> Version:
    return next_version(release.version, change.part or "patch")


def check_component(component: Component, api: Api,
                    release: Optional[Release]) -> Iterator[str]:
    name, version = component.name, show(component.version)
    if not component.section():
        yield (f"{name}/CHANGELOG.md has no section \"## {version}\" that says "
               f"what is new in it; write one (\"## {version} (unreleased)\")")
    if release is None:
        return
    change = compare(release.api, api)
    if component.version < release.version:
        yield (f"{name} has version {version}, but {show(release.version)} was "
               f"released on {release.date}; versions only grow")
        return
    needed = needed_version(release, change)
    if change.part and component.version < needed:
        kind = ("declarations were removed or changed" if change.part == "major"
                else "declarations were added")
        yield (f"{name}: {kind} since {show(release.version)}, and the version "
               f"is {version}:"
               f"{listing(change.removed + change.breaking)}"
               f"{listing(sorted(set(change.added) - set(change.breaking)))}\n"
               f"  It must be {show(needed)} or above. Run\n"
               f"    ./tools/dev bump {name}\n"
               f"  and say in {name}/CHANGELOG.md what users have to know. "
               f"Once a release is enough: later changes join it.")


def check_ranges(components: Dict[str, Component]) -> Iterator[str]:
    """Ranges admit what is there."""
    for component in components.values():
        for used, range_ in sorted(component.uses.items()):
            where = f"{component.name}/version.bzl: {used} \"{range_}\""
            if used not in components:
                yield f"{where}: there is no such component"
                continue
            version = components[used].version
            try:
                if not admits(range_, version):
                    yield (f"{where} does not admit {show(version)}, the "
                           f"version that is here; \"{range_of(version)}\" "
                           f"does")
            except ValueError as error:
                yield f"{where}: {error}"


def check_uses(component: Component, needed: Iterable[str],
               components: Dict[str, Component]) -> Iterator[str]:
    """What is said to be used is what the build files use."""
    where = f"{component.name}/version.bzl"
    for name in sorted(set(needed) - set(component.uses)):
        range_ = range_of(components[name].version)
        yield (f"{where}: {component.name} uses {name}; add\n"
               f"    \"{name}\": \"{range_}\",")
    for name in sorted(set(component.uses) - set(needed)):
        yield f"{where}: {component.name} does not use {name}; remove the line"
