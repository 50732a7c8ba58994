"""Libraries of operators for tests, compiled as their authors would."""

load("@rules_cc//cc:defs.bzl", "cc_binary")
load("//tools/bazel:cc.bzl", "cc_copts")

# Warnings that a strict C programmer expects a header to pass.
_COPTS = [
    "-std=c99",
    "-pedantic-errors",
    "-Wconversion",
    "-Wmissing-prototypes",
    "-Wshadow",
    "-Wstrict-prototypes",
]

def op_library(name):
    """<name>.so of testing/<name>.c: plain C, and of Paddle one header."""
    cc_binary(
        name = name + ".so",
        testonly = True,
        srcs = ["testing/%s.c" % name],
        copts = cc_copts(_COPTS),
        linkopts = ["-lm"],
        linkshared = True,
        visibility = ["//visibility:public"],
        deps = ["//framework/plugin:op_plugin"],
    )
