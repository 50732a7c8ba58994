"""The versions and changelogs of the components of a tree."""

import json
import os
import re
from typing import Dict, List, NamedTuple, Optional, Tuple

Version = Tuple[int, int, int]
Api = Dict[str, List[str]]  # header, operator or module -> declarations

_RANGE = re.compile(r">=(\d+(?:\.\d+){0,2}),<(\d+(?:\.\d+){0,2})")


def parse_version(text: str) -> Version:
    if not re.fullmatch(r"\d+\.\d+\.\d+", text):
        raise ValueError(f"'{text}' is not major.minor.patch")
    major, minor, patch = map(int, text.split("."))
    return major, minor, patch


def show(version: Version) -> str:
    return ".".join(map(str, version))


def next_version(version: Version, part: str) -> Version:
    """Semantic versioning; below 1.0 "major" raises the minor number, and
    "minor" the patch."""
    major, minor, patch = version
    if major == 0:
        part = {"major": "minor"}.get(part, "patch")
    return {"major": (major + 1, 0, 0), "minor": (major, minor + 1, 0),
            "patch": (major, minor, patch + 1)}[part]


def admits(range_: str, version: Version) -> bool:
    """ValueError for a range that is not like ">=0.1,<0.2"."""
    match = _RANGE.fullmatch(range_)
    if match is None:
        raise ValueError(f"'{range_}' is no range such as '>=0.1,<0.2'")
    least, end = ((*map(int, bound.split(".")), 0, 0)[:3]
                  for bound in match.groups())
    return least <= version < end


def range_of(version: Version) -> str:
    """Returns the range of versions that are compatible with this one and not
    older."""
    major, minor, _ = version
    end = f"0.{minor + 1}" if major == 0 else f"{major + 1}.0"
    return f">={show(version) if version[2] else f'{major}.{minor}'},<{end}"


class Component(NamedTuple):
    name: str  # its folder
    version: Version
    uses: Dict[str, str]  # component -> range
    headers: List[str]
    operators: List[str]
    changelog: str

    def section(self) -> Optional[str]:
        """Returns the changelog's section about the current version."""
        pattern = rf"^## {re.escape(show(self.version))}( .*)?\n((?:.|\n)*?)" \
            r"(?=^## |\Z)"
        match = re.search(pattern, self.changelog, re.M)
        return match.group(2).strip() if match else None


def read_text(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def read_component(root: str, version_json: str) -> Component:
    data = json.loads(read_text(version_json))
    name = data["component"]
    return Component(
        name, parse_version(data["version"]), data["uses"], data["headers"],
        data["operators"],
        read_text(os.path.join(root, name, "CHANGELOG.md")))
