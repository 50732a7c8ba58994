"""C++ of .proto files."""

load("//tools/bazel:cc.bzl", "paddle_cc_library")

_PUBLIC = ["//visibility:public"]

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
