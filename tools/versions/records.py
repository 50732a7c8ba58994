"""The record of a component's last release, releases/<component>.txt.

It has a paragraph for each header, module or operator: its name, a digest of
the lines that cxx_api.py, python_api.py or schema_api.py write of it, and the
names in those lines, each list of them after its scope.
"""

import hashlib
import os
import textwrap
from typing import Dict, FrozenSet, List, NamedTuple, Optional

import names
from catalog import Api, Version, parse_version, read_text, show


class Section(NamedTuple):
    """A header, module or operator, in short."""
    digest: str
    names: FrozenSet[str]


class Release(NamedTuple):
    version: Version
    date: str
    tag: str
    sections: Dict[str, Section]


def digest(lines: List[str]) -> str:
    text = "".join(f"{line}\n" for line in lines)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def summary(api: Api) -> Dict[str, Section]:
    return {name: Section(digest(lines), names.found(name, lines))
            for name, lines in api.items()}


def _paragraph(name: str, section: Section) -> str:
    scopes: Dict[str, List[str]] = {}
    for each in sorted(section.names):
        scope, _, short = each.rpartition(": ")
        scopes.setdefault(scope, []).append(short)
    words = [name, section.digest]
    for scope, found in sorted(scopes.items()):
        words += [scope + ":"] * bool(scope) + found
    return textwrap.fill(" ".join(words), 79, subsequent_indent="  ",
                         break_long_words=False, break_on_hyphens=False)


def _body(sections: Dict[str, Section]) -> str:
    return "\n".join(_paragraph(name, section)
                     for name, section in sorted(sections.items()))


def fingerprint(sections: Dict[str, Section]) -> str:
    """Returns the digest of all that a component offers."""
    return hashlib.sha256(_body(sections).encode()).hexdigest()


def text_of(component: str, release: Release) -> str:
    return (f"component {component}\nversion {show(release.version)}\n"
            f"date {release.date}\ntag {release.tag}\n"
            f"fingerprint {fingerprint(release.sections)}\n\n"
            f"{_body(release.sections)}\n")


def _section(words: List[str]) -> Section:
    found, scope = set(), ""
    for word in words[1:]:
        if word.endswith(":"):
            scope = word + " "
        else:
            found.add(scope + word)
    return Section(words[0], frozenset(found))


def parse(text: str, where: str) -> Release:
    """Reads a record. ValueError if it was changed by hand."""
    head, _, body = text.rstrip("\n").partition("\n\n")
    fields = dict(line.split(" ", 1) for line in head.split("\n")
                  if " " in line)
    found = hashlib.sha256(body.encode()).hexdigest()
    if found != fields.get("fingerprint"):
        raise ValueError(f"{where} is not what was recorded: its fingerprint "
                         f"is {found}; restore it from git")
    paragraphs = body.replace("\n  ", " ").split("\n")
    return Release(parse_version(fields["version"]), fields["date"],
                   fields["tag"], {name: _section(words) for name, *words in
                                   map(str.split, paragraphs)})


def path_of(component: str) -> str:
    """Returns the place of a component's record in a tree."""
    return f"tools/versions/releases/{component.replace('/', '_')}.txt"


def write(root: str, component: str, release: Release) -> None:
    path = os.path.join(root, path_of(component))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text_of(component, release))


def read(root: str, component: str) -> Optional[Release]:
    """Returns None if the component was never released."""
    path = os.path.join(root, path_of(component))
    return parse(read_text(path), path) if os.path.exists(path) else None
