"""C++ tests, one by one and in tables."""

load("@rules_cc//cc:defs.bzl", "cc_library", "cc_test")
load(
    "//tools/bazel:cc.bzl",
    "cc_copts",
    "reject_headers",
    "row_files",
    "row_labels",
    "sorted_labels",
)
load("//tools/bazel:cuda.bzl", "NEEDS_GPU_CODE", "gpu_half")

_PUBLIC = ["//visibility:public"]

# The fixtures and messages of tests are most of what a cold build compiles.
_TEST_COPTS = ["-O1"]

def paddle_cc_test(name, srcs = None, deps = [], size = "small", **kwargs):
    """A GoogleTest (and GoogleMock) test; its source is <name>.cc."""
    srcs = srcs or [name + ".cc"]
    reject_headers(name, srcs)
    cc_test(
        name = name,
        size = size,
        srcs = srcs,
        copts = cc_copts(_TEST_COPTS),
        linkstatic = True,
        deps = deps + ["@gtest//:gtest_main"],
        **kwargs
    )

def paddle_isa_tests(name, isas, deps):
    """A paddle_cc_test, here and as on processors with fewer instructions.

    name: of the test and of its source, such as gemm_test.
    isas: of what oneDNN then knows, for instance AVX512_CORE_BF16: bfloat16, but
        no tiles; AVX512_CORE: no bfloat16; AVX2: no AVX-512. The test of one is
        gemm_avx2_test.
    """
    paddle_cc_test(name = name, deps = deps)
    for isa in isas:
        paddle_cc_test(
            name = name[:-len("test")] + isa.lower() + "_test",
            srcs = [name + ".cc"],
            env = {"DNNL_MAX_CPU_ISA": isa},
            tags = ["noqemu"],
            deps = deps,
        )

def _local_first(labels):
    """The labels of this folder, sorted, and then the others."""
    here = [label for label in labels if label.startswith(":")]
    return sorted_labels(here) + [
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
            srcs = row_files(row),
            deps = _local_first(own + row_labels(row) + deps),
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
        copts = cc_copts(_TEST_COPTS),
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
            srcs = row_files(row),
            deps = _local_first(row_labels(row) + deps),
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
        deps = gpu_half(
            name,
            name + ".cu",
            deps + ["@gtest"],
            copts = cc_copts([]),
            testonly = True,
        ),
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
