"""Kernel sources that the build writes from kernel.cc.in and kernel.cu.in.

An operator whose kernels are instances of a class template needs no files that
say only this; its entry in OPS does:

    # operators/shape/ops.bzl, in place of squeeze_kernel.cc
    op(
        "squeeze",
        kernel = registered(
            "CopyKernel",
            "ALL_TYPES",
            ["operators/common/copy_kernel.h"],
        ),
        kernel_deps = ["//operators/common:copy_kernel"],
    )

A family of functors derives the entries from the operators' names; see
operators/activation/ops.bzl.
"""

# The headers that kernel.cc.in includes.
REGISTERED_DEPS = [
    str(Label("//platform:type_lists")),
    str(Label("//framework/executor:op_kernel")),
]

# Includes of kernel.cu.in.
INSTANTIATED_DEPS = [
    str(Label("//platform:type_lists")),
    str(Label("//platform:instantiate")),
]

def registered(kernel, types, headers):
    """The source that registers kernels, for each device.

    Args:
      kernel: a class template of device and data type; it may be a member of
        another: "ActivationKernel<ReluFunctor>::Of".
      types: a group of platform/type_lists.h, such as "ALL_TYPES", or
        a list of C++ types.
      headers: what declares the class, from the root of the repository.
    """
    if type(types) == "string":
        types = ["PADDLE_" + types]
    return struct(
        deps = REGISTERED_DEPS,
        words = {
            "#include \"paddle/header_of_class\"": _includes(headers),
            "KernelClass": kernel,
            "TYPES": ", ".join(types),
        },
    )

def instantiated(lines, headers):
    """The source that instantiates for GPUs what the kernels call.

    Args:
      lines: what stands at namespace paddle::operators, PADDLE_INSTANTIATE as
        a rule.
      headers: what it includes, from the root of the repository.
    """
    return struct(
        deps = INSTANTIATED_DEPS,
        words = {
            "#include \"paddle/header_of_functions\"": _includes(headers),
            "INSTANTIATED": "\n".join(lines),
        },
    )

def camel_case(name):
    """HardSigmoid, of hard_sigmoid."""
    return "".join([word.capitalize() for word in name.split("_")])

def _includes(headers):
    return "\n".join(["#include \"paddle/%s\"" % h for h in headers])

def kernel_source(file, source):
    """The file, if it exists or `source` says how to write it; else None.

    Args:
      file: such as squeeze_grad_kernel.cc.
      source: what registered or instantiated returned, or None.
    """
    exists = bool(native.glob([file], allow_empty = True))
    if not source:
        return file if exists else None
    if exists:
        fail(("%s: OPS has the build write %s, but there is such a file; " +
              "delete it, or what OPS says") % (native.package_name(), file))
    _filled_template(
        name = "write_" + file,
        out = file,
        visibility = ["//visibility:private"],
        # Last: the others contain it.
        words = dict(source.words, op_type = file.rsplit("_kernel", 1)[0]),
    )
    return file

def _filled_template_impl(ctx):
    out = ctx.outputs.out
    ctx.actions.expand_template(
        output = out,
        substitutions = ctx.attr.words,
        template = ctx.file._cu if out.extension == "cu" else ctx.file._cc,
    )

_filled_template = rule(
    doc = "A template of this folder with words replaced.",
    implementation = _filled_template_impl,
    attrs = {
        "out": attr.output(mandatory = True),
        "words": attr.string_dict(mandatory = True),
        "_cc": attr.label(allow_single_file = True, default = "//tools/bazel:kernel.cc.in"),
        "_cu": attr.label(allow_single_file = True, default = "//tools/bazel:kernel.cu.in"),
    },
)
