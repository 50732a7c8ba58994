"""The .dist-info folder: what the wheel is, and the licences of its parts."""

import contextlib
import os
import re
import subprocess
from typing import Dict, Iterable

import elf

NAME = "paddle-blocks"
SERVER_NAME = "paddle-blocks-server"

# Compiled into our own libraries.
_HEADERS = ("libabsl-dev", "libeigen3-dev", "libprotobuf-dev", "pybind11-dev")
_SERVER_HEADERS = ("libabsl-dev", "libgrpc++-dev", "libprotobuf-dev",
                   "librocksdb-dev")

_METADATA = """\
Metadata-Version: 2.1
Name: {name}
Version: {version}
Summary: {summary}
License: Apache-2.0
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Typing :: Typed
Requires-Python: {python}
Requires-Dist: {requires}
Description-Content-Type: text/markdown
License-File: LICENSE

{description}"""


def read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def read_version(root: str) -> str:
    """That of the component python."""
    text = read(os.path.join(root, "python/version.bzl")).decode()
    found = re.search(r'^VERSION = "(\d+\.\d+\.\d+)"$', text, re.M)
    if found is None:
        raise ValueError("python/version.bzl names no VERSION")
    return found.group(1)


def package_of(path: str) -> str:
    """The Debian package that a file is from. /lib is /usr/lib today, but
    packages may still name it."""
    names = [path] + [path[len("/usr"):]] * path.startswith("/usr/lib")
    for name in names:
        with contextlib.suppress(subprocess.CalledProcessError):
            line = elf.output("dpkg-query", "--search", name).splitlines()[0]
            return line.split(":")[0]
    raise FileNotFoundError(f"{path} is from no Debian package")


def licences(libraries: Iterable[str],
             headers: Iterable[str] = _HEADERS) -> Dict[str, bytes]:
    """Returns the licences of the included libraries, given by their paths on
    this machine, and of the packages whose headers are compiled in."""
    packages = {package_of(path) for path in libraries} | set(headers)
    return {f"licenses/{package}.txt":
            read(f"/usr/share/doc/{package}/copyright")
            for package in sorted(packages)}


def info(root: str, python: str,
         libraries: Iterable[str]) -> Dict[str, bytes]:
    """The files but WHEEL and RECORD.

    root: of the sources; python: such as "3.11"; libraries: that are brought.
    """
    return _info(root, "DESCRIPTION.md", licences(libraries), {
        "name": NAME, "python": f"=={python}.*",
        "requires": "numpy >=1.22,<3",
        "summary": "A small, modular deep-learning engine: describe a program, "
                   "then run it"})


def server_info(root: str, libraries: Iterable[str]) -> Dict[str, bytes]:
    """The files of the wheel of servers, as info; it is for the wheel of the
    same version, whichever interpreter that is for."""
    found = licences(libraries, _SERVER_HEADERS)
    return _info(root, "SERVER_DESCRIPTION.md", found, {
        "name": SERVER_NAME, "python": ">=3.8",
        "requires": f"{NAME} =={read_version(root)}",
        "summary": "Servers of parameters for paddle-blocks: calls by gRPC, "
                   "tables in RocksDB"})


def _info(root: str, description: str, found: Dict[str, bytes],
          fields: Dict[str, str]) -> Dict[str, bytes]:
    """The files, with the fields of METADATA that differ between wheels, and
    the licences that were found."""
    text = read(os.path.join(root, "python/wheel", description)).decode()
    whole = _METADATA.format(version=read_version(root), description=text,
                             **fields)
    return {"METADATA": whole.encode(),
            "LICENSE": read(os.path.join(root, "LICENSE")), **found}
