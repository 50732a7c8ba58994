"""The .dist-info folder: what the wheel is, and the licences of its parts."""

import contextlib
import os
import re
import subprocess
from typing import Dict, Iterable

import elf

NAME = "paddle-blocks"

# Compiled into our own libraries.
_HEADERS = ("libabsl-dev", "libeigen3-dev", "libprotobuf-dev", "pybind11-dev")

_METADATA = """\
Metadata-Version: 2.1
Name: {name}
Version: {version}
Summary: A small, modular deep-learning engine: describe a program, then run it
License: Apache-2.0
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Typing :: Typed
Requires-Python: =={python}.*
Requires-Dist: numpy >=1.22,<3
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


def licences(libraries: Iterable[str]) -> Dict[str, bytes]:
    """Returns the licences of the included libraries, given by their paths on
    this machine."""
    packages = {package_of(path) for path in libraries} | set(_HEADERS)
    return {f"licenses/{package}.txt":
            read(f"/usr/share/doc/{package}/copyright")
            for package in sorted(packages)}


def info(root: str, python: str,
         libraries: Iterable[str]) -> Dict[str, bytes]:
    """The files but WHEEL and RECORD.

    root: of the sources; python: such as "3.11"; libraries: that are brought.
    """
    description = read(os.path.join(root, "python/wheel/DESCRIPTION.md"))
    text = _METADATA.format(name=NAME, version=read_version(root),
                            python=python, description=description.decode())
    return {"METADATA": text.encode(),
            "LICENSE": read(os.path.join(root, "LICENSE")),
            **licences(libraries)}
