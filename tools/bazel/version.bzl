"""The version of a component: a constant for Bazel, C++ and Python.

    # framework/ir/version.bzl
    VERSION = "0.1.0"
    USES = {"platform": ">=0.1,<0.3"}

    # framework/ir/BUILD, after all its libraries
    load("//tools/bazel:paddle.bzl", "paddle_package")
    load(":version.bzl", "USES", "VERSION")
    paddle_package(uses = USES, version = VERSION)

//tools/versions/README.md says when a version changes, and what checks it.
"""

load("//tools/bazel:cc.bzl", "paddle_cc_library")

_PUBLIC = ["//visibility:public"]

def _written_file_impl(ctx):
    ctx.actions.write(ctx.outputs.out, ctx.attr.text)
    return [DefaultInfo(
        files = depset([ctx.outputs.out]),
        runfiles = ctx.runfiles(files = [ctx.outputs.out]),
    )]

written_file = rule(
    doc = "A file of the given text.",
    implementation = _written_file_impl,
    attrs = {
        "out": attr.output(mandatory = True),
        "text": attr.string(mandatory = True),
    },
)

# {word} is "framework_ir", {major} and so on are numbers.
_HEADER = """\
// The version of component {component}. Written by the build from
// {component}/version.bzl.
#pragma once

// For #if: 1000000 * major + 1000 * minor + patch.
#define PADDLE_{upper}_VERSION {number}

namespace paddle::version::{word} {{

inline constexpr int kMajor = {major};
inline constexpr int kMinor = {minor};
inline constexpr int kPatch = {patch};
inline constexpr char kString[] = "{version}";

}}  // namespace paddle::version::{word}
"""

def _header(component, version):
    parts = version.split(".")
    if len(parts) != 3 or [p for p in parts if not p.isdigit()]:
        fail("%s: version \"%s\" is not major.minor.patch" %
             (component, version))
    major, minor, patch = [int(p) for p in parts]
    word = component.replace("/", "_")
    return _HEADER.format(
        component = component,
        major = major,
        minor = minor,
        number = major * 1000000 + minor * 1000 + patch,
        patch = patch,
        upper = word.upper(),
        version = version,
        word = word,
    )

def _is_public(rule):
    return (rule["kind"] in ("cc_library", "cuda_library") and
            not rule.get("testonly") and
            "//visibility:public" in rule.get("visibility", []))

def _public_headers(rules):
    """Headers of the folder that targets elsewhere may include."""
    headers = {}
    for rule in rules:
        hdrs = rule.get("hdrs")
        for label in hdrs if hdrs and _is_public(rule) else []:
            name = label.split(":")[-1]
            if not name.endswith(".pb.h"):
                headers[name] = True
    return sorted(headers.keys())

def paddle_version(version, uses, libraries = None, operators = None):
    """Makes the version of this folder's component; see the top of the file.

    :version is the library of "paddle/<folder>/version.h", :version_json what
    //tools/versions knows of the component, and :component all its libraries.

    Args:
      version: "major.minor.patch".
      uses: of each component that it depends on: a range like ">=0.1,<0.2".
      libraries: the targets it is made of; by default the libraries above.
      operators: of an operator family: the types. They, not the headers, are
        what others depend on.
    """
    component = native.package_name()
    rules = native.existing_rules().values()
    headers = [] if operators else _public_headers(rules)
    protos = native.glob(["*.proto"], allow_empty = True)
    written_file(
        name = "version_header",
        out = "version.h",
        text = _header(component, version),
    )
    paddle_cc_library(
        name = "version",
        hdrs = ["version.h"],
    )
    written_file(
        name = "version_json",
        out = "version.json",
        text = json.encode_indent({
            "component": component,
            "headers": headers + protos,
            "operators": operators or [],
            "uses": uses,
            "version": version,
        }) + "\n",
        visibility = _PUBLIC,
    )
    native.filegroup(
        name = "version_sources",
        srcs = headers + protos + [
            "CHANGELOG.md",
            "version.bzl",
        ],
        visibility = _PUBLIC,
    )
    native.filegroup(
        name = "component",
        srcs = libraries or [
            ":" + rule["name"]
            for rule in rules
            if rule["kind"] in ("cc_library", "cuda_library") and
               not rule.get("testonly")
        ],
        visibility = _PUBLIC,
    )
