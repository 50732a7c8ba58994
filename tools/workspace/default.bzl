"""Every repository that Paddle uses, all of them Debian packages.

A dependent calls paddle_dependencies() in its WORKSPACE; what it has declared
before under the same name stays its own.
"""

load("@bazel_tools//tools/build_defs/repo:utils.bzl", "maybe")
load("//tools/workspace:pkgconfig.bzl", "pkgconfig_repository")
load("//tools/workspace:system.bzl", "system_repository")
load(
    "//tools/workspace/aarch64:repository.bzl",
    "aarch64_libraries_repository",
)
load("//tools/workspace/python3:repository.bzl", "python3_repository")

_BAZEL = "/usr/share/bazel"

# The parts of Abseil that Paddle uses: label in Abseil's own build, Debian's
# name.
_ABSEIL = {
    "absl/algorithm:container": "algorithm_container",
    "absl/container:flat_hash_map": "flat_hash_map",
    "absl/container:flat_hash_set": "flat_hash_set",
    "absl/container:inlined_vector": "inlined_vector",
    "absl/flags:flag": "flags",
    "absl/flags:parse": "flags_parse",
    "absl/flags:usage": "flags_usage",
    "absl/functional:function_ref": "function_ref",
    "absl/status": "status",
    "absl/strings": "strings",
    "absl/strings:cord": "cord",
    "absl/synchronization": "synchronization",
    "absl/time": "time",
    "absl/types:optional": "optional",
    "absl/types:span": "span",
    "absl/types:variant": "variant",
}

def _system(name, folder = None, **kwargs):
    maybe(
        system_repository,
        name = name,
        build_file = Label("//tools/workspace/%s:package.BUILD" %
                           (folder or name)),
        **kwargs
    )

def _rules():
    _system("rules_cc", files = {
        Label("//tools/workspace/rules_cc:cc.BUILD"): "cc/BUILD",
        Label("//tools/workspace/rules_cc:defs.bzl"): "cc/defs.bzl",
    })
    for name, path in {
        "bazel_skylib": "tools/skylib",
        "platforms": "tools/platforms",
        "rules_java": "rules/java",
        "rules_proto": "rules/proto",
    }.items():
        maybe(
            native.local_repository,
            name = name,
            path = _BAZEL + "/" + path,
        )
    _system("remote_coverage_tools", folder = "coverage")

def declare_libraries():
    """The libraries, without the rule sets that Bazel modules bring along."""
    _system(
        "com_google_protobuf",
        folder = "protobuf",
        links = {"/usr/bin/protoc": "protoc_bin"},
    )
    maybe(
        pkgconfig_repository,
        name = "com_google_absl",
        aliases = _ABSEIL,
        prefix = "absl",
    )
    _system("eigen", links = {"/usr/include/eigen3": "eigen3"})
    _system("dnnl")
    _system("gloo")
    _system("grpc")
    _system("boost")
    _system("prometheus_cpp")
    _system("rocksdb")
    _system("simdjson")
    _system("simgrid")
    _system("openmp")
    _system("gtest")
    _system("benchmark")
    _system("pybind11")
    _system("zlib")
    maybe(python3_repository, name = "python3")
    maybe(aarch64_libraries_repository, name = "aarch64_libraries")
    _system("cuda", links = {"/usr/local/cuda": "cuda"})

def paddle_dependencies():
    """Declares the repositories that are not declared yet."""
    _rules()
    declare_libraries()
    native.register_toolchains("@python3//:toolchain")
