"""The sources of a release: a revision in git, an archive or a folder."""

import io
import os
import subprocess
import tarfile
import zlib
from typing import Callable, Dict, NamedTuple, Optional

from catalog import read_text

_MARK = "tools/versions/components.bzl"  # shows where the tree begins
_UNREADABLE = (tarfile.TarError, EOFError, OSError, zlib.error)


class Source(NamedTuple):
    name: str  # for messages
    read: Callable[[str], Optional[str]]  # path -> text, None if there is none


def lines_path(component: str) -> str:
    """Returns the place of all the lines of a component, in releases whose
    records had them, and in what `offer` prints."""
    return f"tools/versions/releases/{component.replace('/', '_')}.api"


def _folder(path: str, name: str) -> Source:
    if not os.path.exists(os.path.join(path, _MARK)):
        raise ValueError(f"the folder {name} holds no sources of Paddle: there "
                         f"is no {_MARK}")

    def read(part: str) -> Optional[str]:
        file = os.path.join(path, part)
        return read_text(file) if os.path.isfile(file) else None
    return Source(name, read)


def _archive(tar: tarfile.TarFile, name: str) -> Source:
    members = {member.name: member for member in tar.getmembers()
               if member.isfile()}
    marks = [path for path in members if ("/" + path).endswith("/" + _MARK)]
    if not marks:
        raise ValueError(f"the archive {name} holds no sources of Paddle: "
                         f"there is no {_MARK}")
    top = min(marks, key=len)[:-len(_MARK)]

    def read(part: str) -> Optional[str]:
        member = members.get(top + part)
        return member and tar.extractfile(member).read().decode()
    return Source(name, read)


def _offers(text: str, name: str) -> Source:
    """Reads the output of `offer` for one or several components."""
    parts: Dict[str, str] = {}
    for part in ("\n" + text.strip("\n")).split("\ncomponent ")[1:]:
        component = part.partition("\n")[0]
        parts[lines_path(component)] = f"component {part}"
    if not parts:
        raise ValueError(f"{name} is neither a tar archive nor what `versions "
                         f"offer` printed")
    return Source(name, parts.get)


def _file(path: str, name: str) -> Source:
    try:
        if tarfile.is_tarfile(path):
            return _archive(tarfile.open(path), name)
    except _UNREADABLE as error:
        raise ValueError(f"the archive {name} cannot be read: {error}")
    with open(path, encoding="utf-8", errors="replace") as file:
        return _offers(file.read(), name)


def git(repository: str, *arguments: str) -> Optional[bytes]:
    """Returns what git printed; None if it failed or is not there."""
    try:
        done = subprocess.run(["git", "-C", repository, *arguments],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              check=False)
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None


def revision(repository: str, name: str) -> Optional[Source]:
    """Returns None if git does not know the tag, branch or commit."""
    commit = git(repository, "rev-parse", "--quiet", "--verify",
                 "--end-of-options", name + "^{commit}")
    tar = commit and git(repository, "archive", "--format=tar",
                         commit.decode().strip())
    if not tar:
        return None
    return _archive(tarfile.open(fileobj=io.BytesIO(tar)), name)


def named(name: str, folder: str, repository: str) -> Source:
    """Opens a file or folder, seen from `folder`, or else a revision.
    ValueError says what is wrong with it."""
    path = os.path.join(folder, name)
    if os.path.isdir(path):
        return _folder(path, name)
    if os.path.exists(path):
        return _file(path, name)
    found = revision(repository, name)
    if found is None:
        raise ValueError(f"{name} is no file, no folder and, for git, no tag "
                         f"or commit; git fetch --tags gets those of releases")
    return found


def next_tag(repository: str, date: str) -> str:
    """Returns release-<date>, or release-<date>.2 and so on if it is taken."""
    tag, number = f"release-{date}", 1
    taken = git(repository, "tag", "--list", tag + "*") or b""
    while tag in taken.decode().split():
        number += 1
        tag = f"release-{date}.{number}"
    return tag
