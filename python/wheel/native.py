"""Links the libraries of the wheel out of the objects of two builds.

    paddle/core.<abi>.so                         a door: PyInit_core
    paddle/libs/libpaddle_core.so                all but the kernels
    paddle/libs/libpaddle_kernels.so             for every x86-64-v2
    paddle/libs/glibc-hwcaps/x86-64-v3/libpaddle_kernels.so

The loader takes the last libpaddle_kernels.so that the processor can run.
"""

import json
import os
import subprocess
from typing import Dict, Iterable, List, NamedTuple, Set

import elf

CORE = "libpaddle_core.so"
KERNELS = "libpaddle_kernels.so"
_ENTRY = "paddle_init_core"

# As the build links, and in addition: equal functions are merged where nobody
# compares their addresses.
_LINK = ["gcc", "-shared", "-fuse-ld=gold", "-Wl,--gc-sections",
         "-Wl,--icf=safe", "-Wl,-z,relro,-z,now", "-Wl,--disable-new-dtags",
         "-Wl,--build-id=none"]


class Manifest(NamedTuple):
    """The output of a linked_objects target; names are the same in each build.
    """
    flags: List[str]
    paths: Dict[str, str]  # name -> path
    kernels: List[str]  # names of objects that may go into KERNELS


def read_manifest(path: str, root: str) -> Manifest:
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    return Manifest(
        data["flags"],
        {one["name"]: os.path.join(root, one["path"])
         for one in data["objects"]},
        [one["name"] for one in data["objects"] if one["kernel"]])


def split(objects: Dict[str, elf.Symbols], kernels: Iterable[str]) -> Set[str]:
    """The objects of the library that needs no other: all that are no kernels,
    and of the kernels those that these cannot do without."""
    kernels = list(kernels)
    base = set(objects) - set(kernels)
    while True:
        needs = elf.union(objects[name] for name in base).needs
        more = {name for name in kernels
                if name not in base and objects[name].has & needs}
        if not more:
            return base
        base |= more


def version_script(names: Iterable[str], path: str) -> str:
    """A linker option: only these names are visible."""
    visible = "".join(f"  {name};\n" for name in sorted(names))
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{{\n{'global:' if visible else ''}\n{visible}"
                   "local:\n  *;\n};\n")
    return f"-Wl,--version-script={path}"


def check_visible(path: str, wanted: Iterable[str]) -> None:
    """RuntimeError for what was compiled to be hidden: two libraries would
    each have their own, and no longer agree what a type is."""
    kinds = {}
    for line in elf.output("nm", "-P", path).splitlines():
        name, kind = line.split()[:2]
        kinds[name] = kind
    hidden = [name for name in wanted if kinds.get(name, "u") in "bdrt"]
    if hidden:
        raise RuntimeError(f"hidden in {os.path.basename(path)}: "
                           + ", ".join(sorted(hidden)))


def read_symbols(manifest: Manifest) -> Dict[str, elf.Symbols]:
    found = elf.symbols(list(manifest.paths.values()))
    return {name: found[path] for name, path in manifest.paths.items()}


class Linker:
    """Links into one folder; scratch holds what the linker reads."""

    def __init__(self, folder: str, scratch: str, flags: List[str]) -> None:
        self.libs = os.path.join(folder, "libs")
        self.folder = folder
        self.scratch = scratch
        self.flags = ["-Wl,--as-needed", *flags, "-lstdc++", "-lm"]

    def link(self, path: str, objects: Iterable[str], visible: Iterable[str],
             *options: str) -> None:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        listed = os.path.join(self.scratch, "objects")
        with open(listed, "w", encoding="utf-8") as file:
            file.write("\n".join(objects) + "\n")
        script = version_script(visible, os.path.join(self.scratch, "visible"))
        subprocess.run([*_LINK, "-o", path, f"@{listed}", script, *options,
                        *self.flags], check=True)
        check_visible(path, visible)
        subprocess.run(["strip", "--strip-unneeded", path], check=True)

    def link_core(self, objects: Iterable[str], visible: Set[str]) -> None:
        self.link(os.path.join(self.libs, CORE), objects, visible | {_ENTRY},
                  f"-Wl,-soname,{CORE}", "-Wl,-rpath,$ORIGIN")

    def link_kernels(self, place: str, objects: Iterable[str],
                     visible: Set[str]) -> None:
        folder = os.path.normpath(os.path.join(self.libs, place))
        back = os.path.relpath(self.libs, folder)
        search = "$ORIGIN" if back == "." else f"$ORIGIN/{back}"
        self.link(os.path.join(folder, KERNELS), objects, visible,
                  f"-L{self.libs}", f"-l:{CORE}", "-Wl,-z,defs",
                  f"-Wl,-soname,{KERNELS}", f"-Wl,-rpath,{search}")

    def link_entry(self, name: str, objects: Iterable[str]) -> None:
        self.link(os.path.join(self.folder, name), objects, {"PyInit_core"},
                  f"-L{self.libs}", "-Wl,--no-as-needed", f"-l:{CORE}",
                  f"-l:{KERNELS}", "-Wl,-rpath,$ORIGIN/libs")


def link_all(linker: Linker, core: Manifest,
             kernels: Dict[str, Manifest]) -> None:
    """kernels: folder below libs -> the objects for it. core has them all."""
    objects = read_symbols(core)
    base = split(objects, core.kernels)
    has = elf.union(objects[name] for name in base)
    levels = {place: [path for name, path in manifest.paths.items()
                      if name in manifest.kernels and name not in base]
              for place, manifest in kernels.items()}
    wanted, single = set(), set()
    for paths in levels.values():
        part = elf.union(elf.symbols(paths).values())
        wanted |= part.needs & has.has
        single |= part.single & has.single
    linker.link_core([core.paths[name] for name in core.paths if name in base],
                     wanted | single)
    for place, paths in levels.items():
        linker.link_kernels(place, paths, single)
