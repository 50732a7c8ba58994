"""Libraries in place of those that a wheel's programs never call."""

import collections
import os
import re
import subprocess
import tempfile
from typing import Dict, List

import elf

# Libraries that those which are brought were built to need, for what this wheel
# does not offer -> what the versions of their symbols begin with.
UNUSED = {
    # Gloo carries bytes over TCP here, never over InfiniBand. With this library
    # come three that read the network's settings, a third of a megabyte.
    "libibverbs.so.1": "IBVERBS_",
}


def wanted(path: str, prefix: str) -> Dict[str, List[str]]:
    """Returns the symbols that a library wants of versions that begin with the
    prefix, by version."""
    found = collections.defaultdict(list)
    for version, name in re.findall(
            rf"\*UND\*\s+\S+\s+\(?({re.escape(prefix)}[^\s)]*)\)?\s+(\S+)$",
            elf.output("objdump", "-T", path), re.M):
        found[version].append(name)
    return {version: sorted(found[version]) for version in sorted(found)}


def make(name: str, user: str, folder: str) -> str:
    """Returns the path of a library, new in the folder, that has the functions
    which `user` wants of library `name`. All of them return 0, which says of
    libibverbs that there are no devices."""
    versions = wanted(user, UNUSED[name])
    if not versions:
        raise RuntimeError(f"{user} wants nothing of {name}")
    path = os.path.join(folder, name)
    with tempfile.TemporaryDirectory() as scratch:
        source = os.path.join(scratch, "functions.c")
        script = os.path.join(scratch, "versions.lds")
        with open(source, "w", encoding="utf-8") as file:
            for names in versions.values():
                file.writelines(f"void *{each}(void) {{ return 0; }}\n"
                                for each in names)
        with open(script, "w", encoding="utf-8") as file:
            for version, names in versions.items():
                file.write(f"{version} {{ global: {'; '.join(names)}; }};\n")
        subprocess.run(
            ["gcc", "-shared", "-fPIC", "-O2", "-s", "-nostdlib",
             f"-Wl,-soname,{name}", f"-Wl,--version-script={script}",
             "-Wl,--build-id=none", source, "-o", path], check=True)
    return path
