"""The rules of versions. Every problem is a text that says what to do."""

from typing import Dict, Iterable, Iterator, Optional

from catalog import (
    Api, Component, Version, admits, next_version, range_of, show)
from compare import Change, compare
from records import Release

_MOST_SHOWN = 8


def listing(lines: Iterable[str]) -> str:
    lines = list(lines)
    more = len(lines) - _MOST_SHOWN
    return "".join(f"\n    {line}" for line in lines[:_MOST_SHOWN]) + (
        f"\n    and {more} more" if more > 0 else "")


def state(api: Api, release: Optional[Release]) -> str:
    """Returns what the table says of a component."""
    if release is None:
        return "not released" if api else "internal"
    change = compare(release.sections, api)
    if not change.part:
        return "as released"
    return (f"changed in {len(change.sections())} of "
            f"{len(set(api).union(release.sections))} "
            f"({len(change.added)} new, {len(change.removed)} gone)")


def needed_version(release: Release, change: Change) -> Version:
    return next_version(release.version, change.part or "patch")


def _told(change: Change) -> str:
    """Returns the lines that a message shows of a change."""
    told = {line.partition(": ")[0] for line in change.added + change.removed}
    return (listing(change.removed + change.breaking) +
            listing(sorted(set(change.added) - set(change.breaking))) +
            listing(f"{name}: other declarations of the same names"
                    for name in change.unclear if name not in told))


def _how_to_see(name: str, release: Release, change: Change) -> str:
    """Returns what a message says where lines of the release are not known."""
    if not change.unclear:
        return ""
    most = show(next_version(release.version, "major"))
    doubt = "" if change.part == "major" else (
        f" Where a declaration was removed or\n  changed it must be {most}.")
    return (f"\n  Only names were compared.{doubt} To see the lines, of "
            f"{release.tag}\n  or that release's archive:\n"
            f"    ./tools/dev versions diff {name} [--since ARCHIVE]")


def check_component(component: Component, api: Api, release: Optional[Release],
                    past: Optional[Api] = None) -> Iterator[str]:
    """Checks a component against its last release, of which `past` has the
    lines that are known."""
    name, version = component.name, show(component.version)
    if not component.section():
        yield (f"{name}/CHANGELOG.md has no section \"## {version}\" that says "
               f"what is new in it; write one (\"## {version} (unreleased)\")")
    if release is None:
        return
    if component.version < release.version:
        yield (f"{name} has version {version}, but {show(release.version)} was "
               f"released on {release.date}; versions only grow")
        return
    change = compare(release.sections, api, past)
    needed = needed_version(release, change)
    if change.part and component.version < needed:
        kind = ("declarations were removed or changed" if change.part == "major"
                else "declarations were changed or added" if change.unclear
                else "declarations were added")
        yield (f"{name}: {kind} since {show(release.version)}, and the version "
               f"is {version}:{_told(change)}\n"
               f"  It must be {show(needed)} or above. Run\n"
               f"    ./tools/dev bump {name}\n"
               f"  and say in {name}/CHANGELOG.md what users have to know. "
               f"Once a release is enough: later changes join it."
               f"{_how_to_see(name, release, change)}")


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
    """Checks that the declared dependencies are those of the build files."""
    where = f"{component.name}/version.bzl"
    for name in sorted(set(needed) - set(component.uses)):
        range_ = range_of(components[name].version)
        yield (f"{where}: {component.name} uses {name}; add\n"
               f"    \"{name}\": \"{range_}\",")
    for name in sorted(set(component.uses) - set(needed)):
        yield f"{where}: {component.name} does not use {name}; remove the line"
