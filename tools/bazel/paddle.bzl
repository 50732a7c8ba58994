"""C++ targets of Paddle; README.md beside this file shows each in use.

Every include reads "paddle/<folder>/<file>.h": here, in a dependent's build
and in an installed tree.
"""

load("@rules_cc//cc:defs.bzl", "cc_binary", "cc_library", "cc_test")
load("//tools/bazel:cuda.bzl", "NEEDS_GPU_CODE", "gpu_compiled", "gpu_half")
load("//tools/bazel:lint.bzl", "paddle_lint_test")

_PUBLIC = ["//visibility:public"]
_HEADERS = (".h", ".hpp", ".cuh", ".inc")

# Nobody reads errno or the floating-point exception flags after arithmetic;
# without them loops with conditions and square roots are vectorised. No value
# changes.
_COPTS = ["-fno-math-errno", "-fno-trapping-math"]

# The fixtures and messages of tests are most of what a cold build compiles.
_TEST_COPTS = ["-O1"]

def _in_dependent():
    return native.repository_name() != "@"

def _copts(copts):
    """Leaves warnings to dependents for their own sources, and turns them off
    in ours."""
    return _COPTS + copts + (["-w"] if _in_dependent() else [])

def _system_includes(name):
    """In a dependent's build our headers are a system's: they never warn.

    That the folder which include_prefix makes is also a system folder makes
    compilers treat it as one.
    """
    return ["_virtual_includes/" + name] if _in_dependent() else []

def _reject_headers(name, srcs):
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

    A file <name>.cu beside it, or `gpu_source`, is its half for GPUs, and
    <name>_emulated.cu, if there is one, what stands in for that where the
    processor plays the GPU; see cuda.bzl. With `per_device` the sources are
    compiled for each device; see platform/target_device.h.
    """
    _reject_headers(name, srcs)
    gpu_source = gpu_source or _existing(name + ".cu")
    per_device = per_device and bool(srcs)
    gpu_deps = deps
    if hdrs and (gpu_source or per_device):
        cc_library(
            name = name + "_headers",
            hdrs = hdrs,
            include_prefix = "paddle",
            strip_include_prefix = "/",
            deps = deps,
            **kwargs
        )
        gpu_deps = [":" + name + "_headers"] + deps
    if per_device:
        deps = deps + gpu_compiled(
            name,
            srcs,
            gpu_deps,
            copts = _copts(copts),
            testonly = kwargs.get("testonly", False),
        )
    if gpu_source:
        deps = deps + gpu_half(
            name,
            gpu_source,
            gpu_deps,
            emulated = _existing(name + "_emulated.cu"),
            testonly = kwargs.get("testonly", False),
        )
    cc_library(
        name = name,
        srcs = srcs,
        hdrs = hdrs,
        include_prefix = "paddle",
        strip_include_prefix = "/",
        includes = includes + _system_includes(name),
        copts = _copts(copts),
        visibility = visibility,
        deps = deps,
        **kwargs
    )

def _files(row):
    """Files of the folder: what is no label in a row of a table."""
    return [entry for entry in row if not entry.startswith((":", "//", "@"))]

def _labels(row):
    return [entry for entry in row if entry.startswith((":", "//", "@"))]

def _sorted_labels(labels):
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
        files = sorted(files + _files(row))
        if not files:
            fail("%s: neither %s.cc, %s.h nor %s.cuh exists" %
                 (name, name, name, name))
        row = _labels(row)
        paddle_cc_library(
            name = name,
            srcs = [file for file in files if not file.endswith(_HEADERS)],
            hdrs = [file for file in files if file.endswith(_HEADERS)],
            deps = _sorted_labels(row + deps) if deps else row,
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
        deps = _sorted_labels(deps) if type(deps) == "list" else deps,
        **kwargs
    )

def paddle_kernel_libraries(libraries, **kwargs):
    """A paddle_kernel_library each, as paddle_cc_libraries are."""
    paddle_cc_libraries(
        {name: _sorted_labels(row) for name, row in libraries.items()},
        tags = [KERNEL_TAG],
        **kwargs
    )

def paddle_cc_test(name, srcs = None, deps = [], size = "small", **kwargs):
    """A GoogleTest (and GoogleMock) test; its source is <name>.cc."""
    srcs = srcs or [name + ".cc"]
    _reject_headers(name, srcs)
    cc_test(
        name = name,
        size = size,
        srcs = srcs,
        copts = _copts(_TEST_COPTS),
        linkstatic = True,
        deps = deps + ["@gtest//:gtest_main"],
        **kwargs
    )

def _local_first(labels):
    """The labels of this folder, sorted, and then the others."""
    here = [label for label in labels if label.startswith(":")]
    return _sorted_labels(here) + [
        label
        for label in labels
        if not label.startswith(":")
    ]

def paddle_cc_tests(tests, deps = [], **kwargs):
    """A paddle_cc_test each: its name, and what it depends on.

    x_test is a test of :x, if there is such a library, in x_test.cc unless its
    row names files. All depend on `deps`, too.
    """
    for name, row in tests.items():
        tested = name[:-len("_test")]
        own = [":" + tested] if native.existing_rule(tested) else []
        paddle_cc_test(
            name = name,
            srcs = _files(row),
            deps = _local_first(own + _labels(row) + deps),
            **kwargs
        )

def paddle_op_test(name, srcs = None, deps = [], **kwargs):
    """A paddle_cc_test, of operators as a rule, which also runs on GPUs.

    :<name>_cases is what it tests, for programs that run the tests of several
    folders (//tools/gpu_bundle).
    """
    srcs = srcs or [name + ".cc"]
    cc_library(
        name = name + "_cases",
        testonly = True,
        srcs = srcs,
        alwayslink = True,
        copts = _copts(_TEST_COPTS),
        visibility = _PUBLIC,
        deps = deps + ["@gtest"],
    )
    cc_test(
        name = name,
        linkstatic = True,
        deps = [
            ":" + name + "_cases",
            "@gtest//:gtest_main",
        ],
        **dict({"size": "small"}, **kwargs)
    )

def paddle_op_tests(tests, deps = [], **kwargs):
    """A paddle_op_test each, as paddle_cc_tests are."""
    for name, row in tests.items():
        paddle_op_test(
            name = name,
            srcs = _files(row),
            deps = _local_first(_labels(row) + deps),
            **kwargs
        )

def paddle_gpu_test(name, deps = [], size = "small", **kwargs):
    """A GoogleTest test in <name>.cu; skipped in builds without code for GPUs.

    :<name>_cases is what it tests, as of paddle_op_test.
    """
    cc_library(
        name = name + "_cases",
        testonly = True,
        visibility = _PUBLIC,
        deps = gpu_half(name, name + ".cu", deps + ["@gtest"], testonly = True),
    )
    cc_test(
        name = name,
        size = size,
        linkstatic = True,
        target_compatible_with = NEEDS_GPU_CODE,
        deps = [
            ":" + name + "_cases",
            "@gtest//:gtest_main",
        ],
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
    _reject_headers(name, srcs)
    cc_binary(
        name = name,
        srcs = srcs,
        copts = _copts(copts),
        visibility = visibility,
        deps = deps,
        **kwargs
    )

# "paddle=DIR" makes protoc see DIR as "paddle/", whichever workspace this is.
_PROTOC = """
root=$(location {src}); root=$${{root%{path}}}
$(location {protoc}) "-Ipaddle=$${{root:-.}}" --cpp_out=$(@D) "paddle/{path}"
mv $(@D)/paddle/{stem}.pb.h $(@D)/paddle/{stem}.pb.cc $(@D)
"""

def paddle_proto_library(name, srcs, visibility = _PUBLIC):
    """C++ of one .proto file with option optimize_for = LITE_RUNTIME.

    x.proto of folder a/b is included as "paddle/a/b/x.pb.h".
    """
    if len(srcs) != 1:
        fail("paddle_proto_library takes one .proto file a target")
    path = "/".join([native.package_name(), srcs[0]])
    base = srcs[0][:-len(".proto")]
    protoc = "@com_google_protobuf//:protoc"
    native.genrule(
        name = name + "_protoc",
        srcs = srcs,
        outs = [base + ".pb.h", base + ".pb.cc"],
        cmd = _PROTOC.format(
            path = path,
            protoc = protoc,
            src = srcs[0],
            stem = path[:-len(".proto")],
        ),
        tools = [protoc],
        visibility = ["//visibility:private"],
    )
    paddle_cc_library(
        name = name,
        srcs = [base + ".pb.cc"],
        hdrs = [base + ".pb.h"],
        visibility = visibility,
        deps = ["@com_google_protobuf//:protobuf_lite"],
    )

def paddle_package():
    """The last line of a BUILD file: what holds for the folder as a whole.

    :package_libraries is one library of all that the folder ships (test-only
    targets are left out); //tools/lint/layering asks it what the folder
    depends on. :lint_test checks the folder's style.
    """
    libraries = [
        ":" + rule["name"]
        for rule in native.existing_rules().values()
        if rule["kind"] in ("cc_library", "cuda_library") and
           not rule.get("testonly")
    ]
    cc_library(
        name = "package_libraries",
        visibility = _PUBLIC,
        deps = sorted(libraries),
    )
    paddle_lint_test()
