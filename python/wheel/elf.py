"""Object files and shared libraries, by way of binutils and patchelf."""

import re
import subprocess
from typing import Dict, Iterable, List, NamedTuple, Set, Tuple

# Libraries that every machine may be expected to have (as in all manylinux
# policies).
SYSTEM = re.compile(r"(libc|libm|libdl|librt|libpthread|libgcc_s|libstdc\+\+|"
                    r"ld-linux-x86-64)\.so\.\d+")

# The first glibc to be found with a libstdc++ of that version or newer, over
# the distributions that manylinux tags are about.
_GLIBC_OF_LIBSTDCXX = {
    (3, 4, 24): (2, 27), (3, 4, 25): (2, 28), (3, 4, 28): (2, 31),
    (3, 4, 29): (2, 34), (3, 4, 30): (2, 35), (3, 4, 31): (2, 38),
    (3, 4, 32): (2, 39)}

Version = Tuple[int, ...]


class Symbols(NamedTuple):
    needs: Set[str]
    has: Set[str]
    # The subset of `has` of which a process must not see two copies, as they
    # are identified by their addresses: static variables of inline functions,
    # the results of typeid(). Every file that uses them has them.
    single: Set[str]


def output(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE,
                          text=True).stdout


def symbols(paths: List[str]) -> Dict[str, Symbols]:
    """Returns the global symbols of each object file."""
    result = {path: Symbols(set(), set(), set()) for path in paths}
    for line in output("nm", "-A", "-P", "-g", *paths).splitlines():
        path, _, rest = line.partition(": ")
        name, kind = rest.split()[:2]
        of = result[path]
        if kind in "Uvw":
            of.needs.add(name)
            continue
        of.has.add(name)
        if kind in "uV" and not re.match(r"_ZT[SV]|DW\.ref\.", name):
            of.single.add(name)
    return result


def union(parts: Iterable[Symbols]) -> Symbols:
    """Returns the symbols of linking the parts: needs keeps only what no part
    has."""
    listed = list(parts)
    has = set().union(*(part.has for part in listed))
    return Symbols(
        set().union(*(part.needs for part in listed)) - has, has,
        set().union(*(part.single for part in listed)))


def dynamic(path: str, kind: str) -> List[str]:
    """The values of a kind of entry, such as NEEDED."""
    return re.findall(rf"\({kind}\).*\[(.*)\]$",
                      output("readelf", "-d", "-W", path), re.M)


def needed(path: str) -> List[str]:
    return dynamic(path, "NEEDED")


def rpath(path: str) -> str:
    return ":".join(dynamic(path, "RPATH"))


def rename_needed(path: str, names: Dict[str, str]) -> None:
    """Replaces those of a library's dependencies that are in `names`."""
    renamed = [name for name in needed(path) if name in names]
    for name in renamed:
        subprocess.run(["patchelf", "--replace-needed", name, names[name],
                        path], check=True)
    left = set(needed(path)) & set(renamed)
    if left:
        raise RuntimeError(f"{path} still needs {sorted(left)}")


def set_names(path: str, soname: str, search: str) -> None:
    # patchelf 0.14 garbles a file when given two operations at once.
    subprocess.run(["patchelf", "--set-soname", soname, path], check=True)
    subprocess.run(["patchelf", "--force-rpath", "--set-rpath", search, path],
                   check=True)
    if dynamic(path, "SONAME") != [soname] or rpath(path) != search:
        raise RuntimeError(f"patchelf did not set the names of {path}")


def newest(kind: str, text: str) -> Version:
    found = re.findall(rf"\({kind}_(\d+(?:\.\d+)+)\)", text)
    return max((tuple(map(int, version.split("."))) for version in found),
               default=(0,))


def manylinux(dynamic_symbols: str) -> str:
    """The platform tag for what "objdump -T" prints of all files."""
    glibc = newest("GLIBC", dynamic_symbols)[:2]
    libstdcxx = newest("GLIBCXX", dynamic_symbols)
    known = [tag for version, tag in sorted(_GLIBC_OF_LIBSTDCXX.items())
             if version >= libstdcxx]
    if not known:
        raise ValueError("no known distribution has GLIBCXX_"
                         + ".".join(map(str, libstdcxx)))
    # The levels are chosen by the loader of glibc 2.33 and later.
    least = max((2, 33), glibc, known[0] if libstdcxx > (0,) else (2, 0))
    return f"manylinux_{least[0]}_{least[1]}_x86_64"


def platform_tag(paths: List[str]) -> str:
    return manylinux(output("objdump", "-T", *paths))
