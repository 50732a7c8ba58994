"""Builds the wheel: ./tools/dev wheel [--python FILE] [--out FOLDER].

Prints its path and its size.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from typing import Dict, List

import archive
import bundle
import elf
import metadata
import native

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))

# Folder below paddle/libs -> the options that its kernels are built with; all
# the rest is built with the first. The default build is that of x86-64-v3: said
# once more, it would be compiled once more. Kernels that gain by AVX-512 choose
# it themselves: all compiled for it trained networks 3 % faster at most.
LEVELS = {
    ".": ["--config=wheel-v2"],
    "glibc-hwcaps/x86-64-v3": [],
}

# Carries bytes between the trainers of a job; loaded when there are several.
GLOO = ("framework/distributed/gloo", "libpaddle_gloo.so")

# The newest interpreter that Debian's pybind11 knows.
DEBIANS_PYBIND11 = (3, 11)

_ASK = """
import json, sys, sysconfig
name = "cp%d%d" % sys.version_info[:2]
json.dump({"version": "%d.%d" % sys.version_info[:2],
           "python": name, "abi": name + sys.abiflags,
           "suffix": sysconfig.get_config_var("EXT_SUFFIX")}, sys.stdout)
"""


def build(options: List[str], *targets: str) -> str:
    """Returns the folder that the targets' files are in."""
    subprocess.run([sys.executable, "-B", "tools/developer/build_progress.py",
                    "build", *options, *targets], cwd=ROOT, check=True)
    return subprocess.run(
        ["bazel", "info", "--ui_event_filters=-info", *options, "bazel-bin"],
        cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def objects(name: str, options: List[str]) -> native.Manifest:
    output = build(options, f"//python/wheel:{name}")
    return native.read_manifest(f"{output}/python/wheel/{name}.json",
                                output.rpartition("/bazel-out/")[0])


def copy_package(target: str) -> None:
    """The Python files and stubs: the same for every interpreter."""
    output = build([], "//python:interactive")
    source = f"{output}/python/interactive.runfiles/paddle/python/paddle"
    shutil.copytree(source, target, ignore=shutil.ignore_patterns(
        "__pycache__", "*.so"))


def python_options(python: str, version: str, scratch: str) -> List[str]:
    """Returns options for an interpreter that is not the system's: its
    location, and a pybind11 that supports it, from the package index."""
    if os.path.realpath(python) == os.path.realpath("/usr/bin/python3"):
        return []
    options = [f"--repo_env=PADDLE_PYTHON={python}"]
    if tuple(map(int, version.split("."))) > DEBIANS_PYBIND11:
        folder = os.path.join(scratch, "pybind11")
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--target",
                        folder, "pybind11>=3"], check=True)
        options.append(
            f"--repo_env=PADDLE_PYBIND11={folder}/pybind11/include")
    return options


def link(folder: str, scratch: str, options: List[str], suffix: str) -> None:
    """Builds for each level and links into the package in folder; options: for
    the interpreter."""
    base, *_ = LEVELS
    options = LEVELS[base] + options
    core = objects("core_objects", options)
    entry = objects("entry_objects", options)
    kernels: Dict[str, native.Manifest] = {
        place: core if place == base
        else objects("kernel_objects", level)
        for place, level in LEVELS.items()}
    linker = native.Linker(folder, scratch, core.flags)
    native.link_all(linker, core, kernels)
    linker.link_entry(f"core{suffix}", entry.paths.values())


def add_library(libs: str, place: str, name: str) -> None:
    """Builds a library of the folder `place`, which is loaded at run time, into
    the folder of libraries."""
    output = build(LEVELS["."], f"//{place}:{name}")
    path = os.path.join(libs, name)
    shutil.copyfile(os.path.join(output, place, name), path)
    subprocess.run(["strip", "--strip-unneeded", path], check=True)
    elf.set_names(path, name, "$ORIGIN")


def own_libraries(folder: str) -> List[str]:
    return sorted(os.path.join(place, name)
                  for place, _, names in os.walk(folder)
                  for name in names if ".so" in name)


def command(version: str) -> archive.Entry:
    """The command `paddle`."""
    source = os.path.join(ROOT, "python/wheel/paddle_command.py")
    return archive.script(metadata.NAME, version, "paddle",
                          metadata.read(source))


def make(python: str, out: str) -> str:
    asked = json.loads(elf.output(python, "-c", _ASK))
    with tempfile.TemporaryDirectory() as scratch:
        tree = os.path.join(scratch, "tree")
        folder = os.path.join(tree, "paddle")
        copy_package(folder)
        options = python_options(python, asked["version"], scratch)
        link(folder, scratch, options, asked["suffix"])
        add_library(os.path.join(folder, "libs"), *GLOO)
        sources = bundle.bring(own_libraries(folder),
                               os.path.join(folder, "libs"), scratch)
        tag = archive.Tag(asked["python"], asked["abi"],
                          elf.platform_tag(own_libraries(folder)))
        os.makedirs(out, exist_ok=True)
        version = metadata.read_version(ROOT)
        return archive.shrink(archive.write_wheel(
            out, metadata.NAME, version, tag,
            archive.read_tree(tree) + [command(version)],
            metadata.info(ROOT, asked["version"], sources)))


def main() -> None:
    parser = argparse.ArgumentParser(prog="./tools/dev wheel")
    parser.add_argument(
        "--python", default="/usr/bin/python3", metavar="FILE",
        help="the interpreter that the wheel is for (default: %(default)s)")
    parser.add_argument(
        "--out", default=".", metavar="FOLDER",
        help="where the wheel goes (default: here)")
    arguments = parser.parse_args()
    path = make(os.path.abspath(arguments.python),
                os.path.abspath(arguments.out))
    print(f"{path}: {os.path.getsize(path) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
