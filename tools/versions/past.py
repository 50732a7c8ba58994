"""Reads what a component offered in a release, line by line, from its sources.

The declarations of headers and of Python modules are in the sources. Those of
operators come from the registry, and a few stubs from the build: of them the
release knows digests and names only, unless its lines were kept (`offer`).
"""

import os
from typing import Dict, Iterable, Iterator, NamedTuple, Optional, Tuple

import interfaces
import records
from catalog import Api, parse_version, show
from records import Release
from sources import Source, lines_path


class Past(NamedTuple):
    release: Release
    lines: Api  # of the sections whose lines are known


def offer(component: str, version: str, api: Api) -> str:
    """Returns the text that keeps all lines of a component."""
    text = f"component {component}\nversion {version}\n"
    for name, lines in sorted(api.items()):
        text += "\n".join(["", f"[{name}]", *lines, ""])
    return text


def _of_offer(text: str) -> Past:
    head, *sections = text.rstrip("\n").split("\n\n")
    fields = dict(line.split(" ", 1) for line in head.split("\n"))
    api: Api = {}
    for section in sections:
        name, *lines = section.split("\n")
        api[name[1:-1]] = lines
    date = fields.get("date", "")
    release = Release(parse_version(fields["version"]), date,
                      f"release-{date}" if date else "", records.summary(api))
    return Past(release, api)


def _read(component: str, sections: Iterable[str],
          source: Source) -> Iterator[Tuple[str, str]]:
    for name in sections:
        text = source.read(os.path.join(interfaces.folder_of(component), name))
        if text is not None:
            yield name, text


def find(component: str, source: Source,
         verify: bool = True) -> Optional[Past]:
    """Returns None if the source has no release of the component. ValueError
    if, with `verify`, its files are not what its record says."""
    text = source.read(lines_path(component))
    if text is not None:
        return _of_offer(text)
    path = records.path_of(component)
    text = source.read(path)
    if text is None:
        return None
    release = records.parse(text, f"{path} of {source.name}")
    lines = {name: interfaces.of_file(name, text)
             for name, text in _read(component, release.sections, source)}
    if verify:
        _check(component, source, release, records.summary(lines))
    return Past(release, lines)


def _check(component: str, source: Source, release: Release,
           found: Dict[str, records.Section]) -> None:
    for name, section in found.items():
        if section.digest != release.sections[name].digest:
            raise ValueError(
                f"{name} of {source.name} is not what {component} "
                f"{show(release.version)} offered: give the sources that were "
                f"released ({release.tag})")


def get(component: str, source: Source) -> Past:
    """Like find(), but raises ValueError if the source has no release of it.
    """
    past = find(component, source)
    if past is None:
        raise ValueError(f"{source.name} has no release of {component}")
    return past


def of_last(component: str, release: Release, source: Source) -> Api:
    """Returns the lines of the last release. ValueError if the source is not
    that release."""
    past = get(component, source)
    digests, expected = ({name: section.digest
                          for name, section in each.sections.items()}
                         for each in (past.release, release))
    if digests != expected:
        raise ValueError(
            f"{source.name} is not the last release of {component}, "
            f"{show(release.version)} of {release.date} ({release.tag})")
    return past.lines
