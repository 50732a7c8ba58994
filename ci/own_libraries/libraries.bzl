"""Libraries of this workspace, with the labels of their own Bazel builds.

Each defines a macro, by which a program can tell where it is from.
"""

def _own_library_impl(ctx):
    for source, name in ctx.attr.links.items():
        ctx.symlink(source, name)
    for package, text in ctx.attr.packages.items():
        ctx.file(package + "/BUILD" if package else "BUILD", _HEAD + text)
    ctx.file("WORKSPACE", "workspace(name = %r)\n" % ctx.name)

_own_library = repository_rule(
    implementation = _own_library_impl,
    local = True,
    attrs = {
        "links": attr.string_dict(),
        "packages": attr.string_dict(),
    },
)

_HEAD = """
load("@rules_cc//cc:defs.bzl", "cc_library")
package(default_visibility = ["//visibility:public"])
"""

_EIGEN = """
cc_library(
    name = "eigen",
    defines = ["OWN_EIGEN"],
    hdrs = ["eigen3"],
    includes = ["eigen3"],
)
"""

_PROTOBUF = """
cc_library(
    name = "protobuf_lite",
    defines = ["OWN_PROTOBUF"],
    linkopts = ["-lprotobuf-lite"],
)

sh_binary(
    name = "protoc",
    srcs = ["protoc_bin"],
)
"""

_ABSEIL = """
cc_library(
    name = "everything",
    defines = ["OWN_ABSEIL"],
    linkopts = ["-labsl_" + name for name in [
        "raw_hash_set",
        "hash",
        "city",
        "low_level_hash",
        "strings",
        "strings_internal",
        "int128",
        "bad_optional_access",
        "bad_variant_access",
        "throw_delegate",
        "raw_logging_internal",
        "base",
    ]],
)
"""

_ABSEIL_PACKAGES = {
    "absl/container": [
        "flat_hash_map",
        "flat_hash_set",
        "inlined_vector",
    ],
    "absl/functional": ["function_ref"],
    "absl/strings": ["strings"],
    "absl/types": [
        "optional",
        "span",
        "variant",
    ],
}

def _forward(names):
    return "".join([
        "alias(name = %r, actual = '//:everything')\n" % name
        for name in names
    ])

def own_libraries():
    """Declares libraries that a workspace may have before it takes Paddle."""
    _own_library(
        name = "eigen",
        links = {"/usr/include/eigen3": "eigen3"},
        packages = {"": _EIGEN},
    )
    _own_library(
        name = "com_google_protobuf",
        links = {"/usr/bin/protoc": "protoc_bin"},
        packages = {"": _PROTOBUF},
    )
    packages = {"": _ABSEIL}
    for package, names in _ABSEIL_PACKAGES.items():
        packages[package] = _forward(names)
    _own_library(
        name = "com_google_absl",
        packages = packages,
    )
