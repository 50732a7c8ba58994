"""Brings the libraries that not every machine has, under private names."""

import hashlib
import os
import shutil
from typing import Dict, List

import elf
import stand_in


def private_name(name: str, content: bytes) -> str:
    """libx.so.1 -> libx-paddle-0123abcd.so.1: nobody else's, whichever
    version of libx another module of the process brings."""
    digest = hashlib.sha256(content).hexdigest()[:8]
    stem, _, rest = name.partition(".so")
    return f"{stem}-paddle-{digest}.so{rest}"


def find(name: str) -> str:
    path = elf.output("gcc", f"-print-file-name={name}").strip()
    if not os.path.isabs(path):
        raise FileNotFoundError(f"no library {name} on this machine")
    return os.path.realpath(path)


def closure(own: List[str], scratch: str) -> Dict[str, str]:
    """Each library to bring: name -> where it lies on this machine, or, if
    nobody calls it, where in the folder scratch."""
    ours = {os.path.basename(path) for path in own}
    sources: Dict[str, str] = {}
    queue = list(own)
    while queue:
        user = queue.pop()
        for name in elf.needed(user):
            if (name in ours or name in sources
                    or elf.SYSTEM.fullmatch(name)):
                continue
            sources[name] = (stand_in.make(name, user, scratch)
                             if name in stand_in.UNUSED else find(name))
            queue.append(sources[name])
    return dict(sorted(sources.items()))


def bring(own: List[str], libs: str, scratch: str) -> List[str]:
    """Copies what own needs into the folder libs; own then needs the copies.

    Returns those files of this machine that were copied.
    """
    sources = closure(own, scratch)
    names = {}
    for name, source in sources.items():
        with open(source, "rb") as file:
            names[name] = private_name(name, file.read())
        shutil.copyfile(source, os.path.join(libs, names[name]))
    for name in names.values():
        path = os.path.join(libs, name)
        elf.rename_needed(path, names)
        elf.set_names(path, name, "$ORIGIN")
    for path in own:
        elf.rename_needed(path, names)
    return [source for name, source in sources.items()
            if name not in stand_in.UNUSED]
