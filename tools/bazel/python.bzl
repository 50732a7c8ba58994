"""Python targets: the extension module, libraries, programs and tests."""

load("@rules_cc//cc:defs.bzl", "cc_binary")
load("//tools/bazel:cc.bzl", "cc_copts")

_EXPORTS = str(Label("//tools/bazel:module.lds"))
_RUN_TESTS = str(Label("//tools/bazel:run_tests.py"))
_PUBLIC = ["//visibility:public"]

def cc_extension(name, srcs, deps = [], copts = [], **kwargs):
    """The CPython module <name>.so, of which only PyInit_<name> is visible."""
    cc_binary(
        name = name + ".so",
        srcs = srcs,
        copts = cc_copts([
            "-fvisibility=hidden",
            "-fvisibility-inlines-hidden",
        ] + copts),
        linkopts = ["-Wl,--version-script=$(location %s)" % _EXPORTS],
        linkshared = True,
        deps = deps + [
            _EXPORTS,
            "@pybind11",
        ],
        **kwargs
    )

def paddle_py_library(name, srcs, visibility = _PUBLIC, **kwargs):
    native.py_library(
        name = name,
        srcs = srcs,
        visibility = visibility,
        **kwargs
    )

def paddle_py_libraries(libraries, **kwargs):
    """A paddle_py_library of <name>.py each: its name, and its dependencies."""
    for name, deps in libraries.items():
        paddle_py_library(
            name = name,
            srcs = [name + ".py"],
            deps = deps,
            **kwargs
        )

def paddle_py_binary(name, srcs = None, visibility = _PUBLIC, **kwargs):
    """A program; its source is <name>.py."""
    native.py_binary(
        name = name,
        srcs = srcs or [name + ".py"],
        python_version = "PY3",
        visibility = visibility,
        **kwargs
    )

def paddle_py_test(name, srcs = None, deps = [], size = "small", **kwargs):
    """The unittest cases in <name>.py, each counted; the file needs no main."""
    srcs = srcs or [name + ".py"]
    native.py_test(
        name = name,
        size = size,
        srcs = srcs + [_RUN_TESTS],
        args = ["$(rootpath %s)" % src for src in srcs],
        main = _RUN_TESTS,
        python_version = "PY3",
        deps = deps,
        **kwargs
    )

def paddle_py_tests(tests, deps = [], **kwargs):
    """A paddle_py_test each: its name, and what it depends on beside `deps`.

    x_test is a test of :x, if there is such a library.
    """
    for name, row in tests.items():
        tested = native.existing_rule(name[:-len("_test")])
        own = []
        if tested and tested["kind"] == "py_library":
            own = [":" + tested["name"]]
        paddle_py_test(name = name, deps = own + row + deps, **kwargs)
