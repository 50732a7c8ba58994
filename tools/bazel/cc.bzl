"""C++ libraries and programs, one by one and in tables.

Every include reads "paddle/<folder>/<file>.h": here, in a dependent's build
and in an installed tree.
"""

load("@rules_cc//cc:defs.bzl", "cc_binary", "cc_library")
load("//tools/bazel:cuda.bzl", "gpu_compiled", "gpu_half")

_PUBLIC = ["//visibility:public"]
_HEADERS = (".h", ".hpp", ".cuh", ".inc")

# Nobody reads errno or the floating-point exception flags after arithmetic;
# without them loops with conditions and square roots are vectorised. No value
# changes.
_COPTS = ["-fno-math-errno", "-fno-trapping-math"]

def _in_dependent():
    return native.repository_name() != "@"

def _above_the_root():
    """The folder in which "paddle/..." is the root of the repository.

    A quoted include is looked for here first. Bazel refuses a folder above its
    root as an include path, so that the preprocessor is told of it.
    """
    above = {"@": "..", "@paddle": "external"}.get(native.repository_name())
    return ["-Wp,-iquote," + above] if above else []

def cc_copts(copts):
    """Leaves warnings to dependents for their own sources, and turns them off
    in ours."""
    return _above_the_root() + _COPTS + copts + (
        ["-w"] if _in_dependent() else []
    )

def _prefixed(hdrs):
    """Attributes that let the headers be included as "paddle/...".

    In this repository `_above_the_root` finds headers that are source files.
    include_prefix would give each library a folder of its own to search: up to a
    thousand for a file, a fifteenth of the time it takes to compile.
    """
    if not _in_dependent() and all([_existing(header) for header in hdrs]):
        return {}
    return {"include_prefix": "paddle", "strip_include_prefix": "/"}

def _system_includes(name):
    """In a dependent's build our headers are a system's: they never warn.

    That the folder which include_prefix makes is also a system folder makes
    compilers treat it as one.
    """
    return ["_virtual_includes/" + name] if _in_dependent() else []

def reject_headers(name, srcs):
    """Headers in srcs would lose their "paddle/" prefix."""
    if type(srcs) != "list":
        return  # A select(): its files are known only later.
    for src in srcs:
        if src.endswith(_HEADERS):
            fail(("%s: header %s in srcs. Move it to hdrs; if it is " +
                  "private, give it a library with visibility = " +
                  "[\"//visibility:private\"].") % (name, src))

def _existing(file):
    """The file, or None where there is no such file."""
    return file if native.glob([file], allow_empty = True) else None

def _all_existing(files):
    return [file for file in files if _existing(file)]

def paddle_cc_library(
        name,
        srcs = [],
        hdrs = [],
        deps = [],
        copts = [],
        includes = [],
        gpu_source = None,
        per_device = False,
        visibility = _PUBLIC,
        **kwargs):
    """A cc_library whose headers are included as "paddle/<folder>/...".

    A file <name>.cu beside it, or `gpu_source`, is its half for GPUs; see
    cuda.bzl. With `per_device` the sources are compiled for each device; see
    platform/target_device.h.
    """
    reject_headers(name, srcs)
    gpu_source = gpu_source or _existing(name + ".cu")
    per_device = per_device and bool(srcs)
    gpu_deps = deps
    if hdrs and (gpu_source or per_device):
        cc_library(
            name = name + "_headers",
            hdrs = hdrs,
            deps = deps,
            **dict(kwargs, **_prefixed(hdrs))
        )
        gpu_deps = [":" + name + "_headers"] + deps
    if per_device:
        deps = deps + gpu_compiled(
            name,
            srcs,
            gpu_deps,
            copts = cc_copts(copts),
            testonly = kwargs.get("testonly", False),
        )
    if gpu_source:
        deps = deps + gpu_half(
            name,
            gpu_source,
            gpu_deps,
            copts = cc_copts([]),
            testonly = kwargs.get("testonly", False),
        )
    cc_library(
        name = name,
        srcs = srcs,
        hdrs = hdrs,
        includes = includes + _system_includes(name),
        copts = cc_copts(copts),
        visibility = visibility,
        deps = deps,
        **dict(kwargs, **_prefixed(hdrs))
    )

def row_files(row):
    """Files of the folder: what is no label in a row of a table."""
    files = [entry for entry in row if not entry.startswith((":", "//", "@"))]
    for file in files:
        if "." not in file:
            fail(("\"%s\" in a table of //%s is no file; is it the target " +
                  "\":%s\"?") % (file, native.package_name(), file))
    return files

def row_labels(row):
    return [entry for entry in row if entry.startswith((":", "//", "@"))]

def sorted_labels(labels):
    """In the order that buildifier gives to a list of labels."""
    keys = sorted([label.replace(":", " ") for label in labels])
    return [key.replace(" ", ":") for key in keys]

def paddle_cc_libraries(libraries, deps = [], **kwargs):
    """A paddle_cc_library each: its name, and what it depends on.

    <name>.cc, <name>.h and <name>.cuh are its files, as far as they exist, and
    files that its row names between the labels. All depend on `deps`, too.
    """
    for name, row in libraries.items():
        files = _all_existing([name + ".cc", name + ".h", name + ".cuh"])
        files = sorted(files + row_files(row))
        if not files:
            fail("%s: neither %s.cc, %s.h nor %s.cuh exists" %
                 (name, name, name, name))
        row = row_labels(row)
        paddle_cc_library(
            name = name,
            srcs = [file for file in files if not file.endswith(_HEADERS)],
            hdrs = [file for file in files if file.endswith(_HEADERS)],
            deps = sorted_labels(row + deps) if deps else row,
            **kwargs
        )

# A tag of plain functions over tensors, which know neither programs nor
# operators: //tools/lint/layering sees to that.
KERNEL_TAG = "paddle_kernel"

# Dependencies, in this repository, of a function of tensors with a half for GPUs
# and of one that also computes with 16-bit numbers.
DEVICE_DEPS = [
    "//framework/tensor",
    "//platform:cuda_device_context",
    "//platform:device_context",
    "//platform:instantiate",
    "//platform:launch",
]

FLOAT16_DEPS = [
    "//platform:bfloat16",
    "//platform:device_half",
    "//platform:float16",
    "//platform:half_arithmetic",
    "//platform:type_lists",
]

def paddle_kernel_library(deps = [], **kwargs):
    """A paddle_cc_library of plain functions, which kernels of operators call.

    It may use tensors, memory, types, the platform and //operators/math, and in
    its sources Eigen, oneDNN and CUDA's libraries.
    """
    paddle_cc_library(
        tags = [KERNEL_TAG],
        deps = sorted_labels(deps) if type(deps) == "list" else deps,
        **kwargs
    )

def paddle_kernel_libraries(libraries, **kwargs):
    """A paddle_kernel_library each, as paddle_cc_libraries are."""
    paddle_cc_libraries(
        {name: sorted_labels(row) for name, row in libraries.items()},
        tags = [KERNEL_TAG],
        **kwargs
    )

def paddle_cc_binary(
        name,
        srcs = None,
        deps = [],
        copts = [],
        visibility = _PUBLIC,
        **kwargs):
    """A program; its source is <name>.cc."""
    if srcs == None:
        srcs = [name + ".cc"]
    reject_headers(name, srcs)
    cc_binary(
        name = name,
        srcs = srcs,
        copts = cc_copts(copts),
        visibility = visibility,
        deps = deps,
        **kwargs
    )
