"""C++ targets of Paddle: what BUILD files load; README.md shows each in use."""

load("@rules_cc//cc:defs.bzl", "cc_library")
load(
    "//tools/bazel:cc.bzl",
    _DEVICE_DEPS = "DEVICE_DEPS",
    _FLOAT16_DEPS = "FLOAT16_DEPS",
    _paddle_cc_binary = "paddle_cc_binary",
    _paddle_cc_libraries = "paddle_cc_libraries",
    _paddle_cc_library = "paddle_cc_library",
    _paddle_kernel_libraries = "paddle_kernel_libraries",
    _paddle_kernel_library = "paddle_kernel_library",
)
load("//tools/bazel:lint.bzl", "paddle_lint_test")
load(
    "//tools/bazel:tests.bzl",
    _paddle_cc_test = "paddle_cc_test",
    _paddle_cc_tests = "paddle_cc_tests",
    _paddle_isa_tests = "paddle_isa_tests",
    _paddle_gpu_test = "paddle_gpu_test",
    _paddle_op_test = "paddle_op_test",
    _paddle_op_tests = "paddle_op_tests",
)
load("//tools/bazel:version.bzl", "paddle_version")

DEVICE_DEPS = _DEVICE_DEPS
FLOAT16_DEPS = _FLOAT16_DEPS
paddle_cc_binary = _paddle_cc_binary
paddle_cc_libraries = _paddle_cc_libraries
paddle_cc_library = _paddle_cc_library
paddle_kernel_libraries = _paddle_kernel_libraries
paddle_kernel_library = _paddle_kernel_library
paddle_cc_test = _paddle_cc_test
paddle_cc_tests = _paddle_cc_tests
paddle_isa_tests = _paddle_isa_tests
paddle_gpu_test = _paddle_gpu_test
paddle_op_test = _paddle_op_test
paddle_op_tests = _paddle_op_tests

def _is_for_onednn(rule):
    """True for a library that only builds with oneDNN have."""
    deps = rule.get("deps")
    return type(deps) in ("list", "tuple") and any([
        str(dep) in ("@dnnl", "@dnnl//:dnnl")
        for dep in deps
    ])

def paddle_package(uses = None, version = None):
    """Ends a BUILD file: makes what holds for the folder as a whole.

    :package_libraries is one library of all that the folder ships in a build
    (test-only targets are left out); //tools/lint/layering asks it what the
    folder depends on. :lint_test checks the folder's style. With a version the folder
    is a component: `uses` and `version` are as of paddle_version.
    """
    if version:
        paddle_version(uses = uses, version = version)
    libraries = [
        rule
        for rule in native.existing_rules().values()
        if rule["kind"] in ("cc_library", "cuda_library") and
           not rule.get("testonly")
    ]
    onednn = [":" + rule["name"] for rule in libraries if _is_for_onednn(rule)]
    others = [
        ":" + rule["name"]
        for rule in libraries
        if not _is_for_onednn(rule)
    ]
    cc_library(
        name = "package_libraries",
        visibility = ["//visibility:public"],
        deps = sorted(others) + select({
            str(Label("//tools/bazel/settings:math_onednn")): sorted(onednn),
            "//conditions:default": [],
        }),
    )
    paddle_lint_test()
