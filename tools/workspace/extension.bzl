"""Declares the same repositories for Bazel modules; not exercised here."""

load("//tools/workspace:default.bzl", "declare_libraries")

def _impl(_ctx):
    declare_libraries()

system = module_extension(implementation = _impl)
