"""The file format of wheels (PEP 427): the same bytes for the same files."""

import base64
import csv
import hashlib
import io
import os
import stat
import subprocess
import zipfile
from typing import Dict, List, NamedTuple

_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # The first date that zip knows.


class Tag(NamedTuple):
    python: str
    abi: str
    platform: str

    def __str__(self) -> str:
        return "-".join(self)


class Entry(NamedTuple):
    name: str
    data: bytes
    executable: bool = False


def read_tree(root: str) -> List[Entry]:
    """All files below a folder; shared libraries are executable."""
    entries = []
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                entries.append(Entry(os.path.relpath(path, root), file.read(),
                                     ".so" in name))
    return sorted(entries)


def record_line(entry: Entry) -> List[str]:
    digest = base64.urlsafe_b64encode(hashlib.sha256(entry.data).digest())
    return [entry.name, "sha256=" + digest.decode().rstrip("="),
            str(len(entry.data))]


def record(entries: List[Entry], name: str) -> Entry:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows(record_line(entry) for entry in entries)
    writer.writerow([name, "", ""])
    return Entry(name, text.getvalue().encode())


def info_folder(name: str, version: str) -> str:
    return f"{name.replace('-', '_')}-{version}.dist-info"


def script(name: str, version: str, command: str, data: bytes) -> Entry:
    """A program that is installed beside the interpreter. Its first line is
    "#!python", which installers complete."""
    return Entry(f"{name.replace('-', '_')}-{version}.data/scripts/{command}",
                 data, True)


def write_wheel(folder: str, name: str, version: str, tag: Tag,
                files: List[Entry], info: Dict[str, bytes]) -> str:
    """info: the files of the .dist-info folder but WHEEL and RECORD.

    Returns the path of the wheel, in folder.
    """
    dist_info = info_folder(name, version)
    wheel = (f"Wheel-Version: 1.0\nGenerator: {name} {version}\n"
             f"Root-Is-Purelib: false\nTag: {tag}\n")
    info = {**info, "WHEEL": wheel.encode()}
    entries = files + [Entry(f"{dist_info}/{path}", data)
                       for path, data in sorted(info.items())]
    entries.append(record(entries, f"{dist_info}/RECORD"))
    path = os.path.join(
        folder, f"{name.replace('-', '_')}-{version}-{tag}.whl")
    with zipfile.ZipFile(path, "w") as archive:
        for entry in entries:
            mode = stat.S_IFREG | (0o755 if entry.executable else 0o644)
            header = zipfile.ZipInfo(entry.name, _LONG_AGO)
            header.external_attr = mode << 16
            header.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(header, entry.data, compresslevel=9)
    return path


def shrink(path: str) -> str:
    """Compresses a wheel once more, by advzip: searching longer for what
    repeats saves 3 % of ours. Returns the path."""
    subprocess.run(["advzip", "--recompress", "--shrink-normal", "--quiet",
                    path], check=True)
    return path
