"""Builds the wheel of servers: ./tools/dev server-wheel [--out FOLDER].

Prints its path and its size.
"""

import argparse
import os
import tempfile

import archive
import bundle
import elf
import make_wheel
import metadata

# Loaded by jobs with servers: the folder of the sources, and the file.
LIBRARIES = [("framework/distributed/server", "libpaddle_grpc.so"),
             ("framework/distributed/table", "libpaddle_rocksdb.so")]
# Not that of the libraries of the other wheel: each may be removed alone.
FOLDER = os.path.join("paddle", "libs", "server")


def make(out: str) -> str:
    """Returns the path of the wheel, in the folder `out`."""
    root = make_wheel.ROOT
    with tempfile.TemporaryDirectory() as scratch:
        tree = os.path.join(scratch, "tree")
        libs = os.path.join(tree, FOLDER)
        os.makedirs(libs)
        for place, name in LIBRARIES:
            make_wheel.add_library(libs, place, name)
        sources = bundle.bring(make_wheel.own_libraries(libs), libs, scratch)
        tag = archive.Tag("py3", "none",
                          elf.platform_tag(make_wheel.own_libraries(libs)))
        os.makedirs(out, exist_ok=True)
        return archive.shrink(archive.write_wheel(
            out, metadata.SERVER_NAME, metadata.read_version(root), tag,
            archive.read_tree(tree), metadata.server_info(root, sources)))


def main() -> None:
    parser = argparse.ArgumentParser(prog="./tools/dev server-wheel")
    parser.add_argument(
        "--out", default=".", metavar="FOLDER",
        help="where the wheel goes (default: here)")
    path = make(os.path.abspath(parser.parse_args().out))
    print(f"{path}: {os.path.getsize(path) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
