"""Changes of version files: a version that grows, a release."""

import os
import re
from typing import Dict, Iterator, List, Optional

import records
from catalog import (
    Api, Component, Version, admits, next_version, range_of, read_text, show)
from check import check_component
from compare import compare
from past import Past
from records import Release


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def _replace(path: str, pattern: str, new: str) -> None:
    text, count = re.subn(pattern, new, read_text(path), count=1, flags=re.M)
    if not count:
        raise ValueError(f"{path} does not look as expected: no {pattern}")
    _write(path, text)


def _widen(root: str, user: Component, used: str, version: Version) -> None:
    least = user.uses[used].partition(",")[0]
    end = range_of(version).partition(",")[2]
    _replace(os.path.join(root, user.name, "version.bzl"),
             rf'"{re.escape(used)}": "[^"]*"', f'"{used}": "{least},{end}"')


def bump(root: str, components: Dict[str, Component], name: str, api: Api,
         part: Optional[str] = None,
         past: Optional[Api] = None) -> Iterator[str]:
    """Raises the version of a component above its release, by what changed or
    by `part`; opens its changelog section and widens the ranges of its users.
    Gives what it did; ValueError if there is nothing to do. `past` has the
    lines of the release that are known."""
    component = components[name]
    release = records.read(root, name)
    if release is None:
        raise ValueError(f"{name} {show(component.version)} is not released "
                         f"yet: the version can stay")
    part = part or compare(release.sections, api, past).part or "patch"
    version = next_version(release.version, part)
    if component.version >= version:
        raise ValueError(f"{name} has version {show(component.version)} "
                         f"already; {show(release.version)} is released")
    folder = os.path.join(root, name)
    _replace(os.path.join(folder, "version.bzl"), r'^VERSION = ".*"$',
             f'VERSION = "{show(version)}"')
    heading = f"## {show(component.version)}"
    if component.version == release.version:
        _replace(os.path.join(folder, "CHANGELOG.md"), r"\A(# .*\n)",
                 rf"\1\n## {show(version)} (unreleased)\n")
    else:
        _replace(os.path.join(folder, "CHANGELOG.md"),
                 "^" + re.escape(heading) + r"\b", f"## {show(version)}")
    yield (f"{name}: {show(component.version)} -> {show(version)}; now write "
           f"its section of {name}/CHANGELOG.md")
    for user in components.values():
        range_ = user.uses.get(name)
        if range_ is not None and not admits(range_, version):
            _widen(root, user, name, version)
            yield f"{user.name}/version.bzl: admits {name} {show(version)}"


def unreleased(root: str, components: Dict[str, Component],
               apis: Dict[str, Api]) -> List[str]:
    """Returns the components whose version is above the recorded one."""
    found = []
    for name, component in components.items():
        release = records.read(root, name)
        if apis[name] and (release is None or
                           release.version < component.version):
            found.append(name)
    return found


def release(root: str, component: Component, api: Api, date: str, tag: str,
            past: Optional[Api] = None) -> str:
    """Records what a component offers as its present version. ValueError,
    saying what to do, if that cannot be a release."""
    name, version = component.name, show(component.version)
    if not api:
        raise ValueError(f"{name} is internal: it offers nothing to record")
    before = records.read(root, name)
    problems = list(check_component(component, api, before, past))
    if problems:
        raise ValueError("\n".join(problems))
    if before is not None and before.version == component.version:
        raise ValueError(f"{name} {version} was released on {before.date}, and "
                         f"nothing has changed since that needs a new version")
    records.write(root, name, Release(component.version, date, tag,
                                      records.summary(api)))
    _replace(os.path.join(root, name, "CHANGELOG.md"),
             rf"^## {re.escape(version)}\b.*$", f"## {version} ({date})")
    return f"{name} {version}: recorded"


def record_again(root: str, name: str, past: Past) -> str:
    """Writes the record of a release anew, from its lines. What has no lines in
    the sources stays as it was recorded."""
    before, (release, lines) = records.read(root, name), past
    if not release.date:  # as in what `offer` printed
        if before is None or before.version != release.version:
            raise ValueError(f"{name} {show(release.version)} has no record "
                             f"that says when it was released")
        release = before._replace(sections=release.sections)
    records.write(root, name, release._replace(
        sections={**release.sections, **records.summary(lines)}))
    kept = set(release.sections) - set(lines)
    return (f"{name} {show(release.version)}: recorded again" +
            f"; {len(kept)} of {len(release.sections)} parts, whose lines are "
            f"not there, as before" * bool(kept))
