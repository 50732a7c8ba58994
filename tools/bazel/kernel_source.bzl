"""Kernel sources that the build writes from kernel.cc.in and kernel.cu.in.

An operator whose kernels are instances of a class template needs no files that
say only this; its entry in OPS does:

    # operators/shape/ops.bzl, in place of slice_kernel.cc
    op(
        "slice",
        kernel = registered(
            "CutKernel<Device, SlicePart>",
            "ALL_TYPES",
            ["operators/shape/slice_part.h", "operators/shape/cut_kernel.h"],
        ),
        kernel_deps = [":cut_kernel", ":slice_part"],
    )

Kernels that only call a plain function need no class either:

    op(
        "bpr_loss",
        kernel = calls(
            "BprLoss",
            ["X", "Label", "Y"],
            "operators/loss/loss_rows.h",
        ),
    )

A family of functors derives the entries from the operators' names; see
operators/activation/ops.bzl.
"""

load(":filled_template.bzl", "includes", "quoted", "written_source")

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

# Named by the operator: gcc gives functions that are instantiated with an alias
# template the linkage of its name alone, even in an unnamed namespace, so that
# two sources with one name would share them.
_KERNEL = "KernelOf_op_type"

# The registration in kernel.cc.in.
_STATEMENT = "REGISTER_OP_KERNEL(op_type, KernelClass, TYPES)"

_ALIAS = """template <class Device, class T>
using KernelOf_op_type = %s;"""

_NAMES = """constexpr absl::string_view kNames[] = {%s};

"""

def registered(kernel, types, headers):
    """The source that registers kernels, for each device.

    Args:
      kernel: a class template of device and data type; it may be a member of
        another: "ActivationKernel<ReluFunctor>::Of". Or a class that is made
        from Device and T: "ProductKernel<Device, T, MulRule>".
      types: a group of platform/type_lists.h, such as "ALL_TYPES", or
        a list of C++ types, or "ANY_TYPES": those that are stored only
        (platform/stored_types.h), too, for a class that is the same for all.
      headers: what declares the class, from the root of the repository.
    """
    if "Device" in kernel:
        return _defined(_ALIAS % kernel, types, headers)
    return _registered(kernel, types, headers)

def _registered(kernel, types, headers):
    deps = REGISTERED_DEPS
    if types == "ANY_TYPES":
        types = ["PADDLE_ALL_TYPES", "PADDLE_STORED_TYPES"]
        headers = headers + ["platform/stored_types.h"]
        deps = deps + [str(Label("//platform:stored_types"))]
    elif type(types) == "string":
        types = ["PADDLE_" + types]
    return struct(
        deps = deps,
        words = {
            "#include \"paddle/header_of_class\"": includes(headers),
            "KernelClass": kernel,
            "TYPES": ", ".join(types),
        },
    )

def _defined(definitions, types, headers, cpu_only = False):
    """The source that defines the template of _KERNEL, and registers it."""
    source = _registered(_KERNEL, types, headers)
    before = "namespace {\n\n%s\n\n}  // namespace\n\n" % definitions
    after = _STATEMENT
    if cpu_only:
        after = "PADDLE_IF_FOR_CPU(\n    %s)" % _STATEMENT

    # First: the others replace what stands in it.
    words = dict({_STATEMENT: before + after}, **source.words)
    return struct(deps = source.deps, words = words)

def calls(
        function,
        names,
        header,
        types = ["float", "double"],
        of_types = True,
        cpu_only = False):
    """The source that registers kernels which call a plain function.

    Args:
      function: in namespace paddle::operators::kernels, without its template
        arguments if they are Device and T: "Norm", "Cast<Device>".
      names: the slots and attributes that the function's parameters receive, in
        their order: see operators/common/function_kernel.h.
      header: what declares the function, from the root of the repository; the
        library of its name is added to the operator's dependencies.
      types: as for registered.
      of_types: whether the function is a template; with device and data type as
        its arguments, where `function` gives no others.
      cpu_only: whether GPUs have no such function.
    """
    if of_types and "<" not in function:
        function += "<Device, T>"
    source = _defined(
        _NAMES % quoted(names) +
        _ALIAS % "FunctionKernel<Device, kernels::%s, kNames>" % function,
        types,
        [header, "operators/common/function_kernel.h"],
        cpu_only,
    )
    folder, _, file = header.rpartition("/")
    return struct(
        deps = source.deps + [
            str(Label("//operators/common:function_kernel")),
            str(Label("//%s:%s" % (folder, file[:-len(".h")]))),
        ],
        words = source.words,
    )

def calls_with_gradient(
        function,
        names,
        gradient,
        header,
        types = ["float", "double"],
        of_types = True):
    """`kernel` and `grad_kernel` of op(): two functions of one header.

    The gradient's is named like the other, with Grad at its end, and has the
    same template arguments. It is called for the floating types of `types`.

    Args:
      function: as for calls.
      names: as for calls.
      gradient: the same for the gradient.
      header: as for calls.
      types: as for calls.
      of_types: as for calls.
    """
    name, begin, arguments = function.partition("<")
    grad_types = "FLOATING_TYPES" if type(types) == "string" else [
        t
        for t in types
        if t in ["float", "double"]
    ]
    return dict(
        grad_kernel = calls(
            name + "Grad" + begin + arguments,
            gradient,
            header,
            grad_types,
            of_types,
        ),
        kernel = calls(function, names, header, types, of_types),
    )

def copies_with_gradient():
    """`kernel` and `grad_kernel` of op() for a view of X's elements as Out.

    They copy in memory order, and do nothing if the output has taken over the
    memory.
    """
    header = "operators/math/loops/copy.h"
    return dict(
        grad_kernel = calls(
            "CopyElements",
            ["Out@GRAD", "X@GRAD"],
            header,
            "FLOATING_TYPES",
            of_types = False,
        ),
        kernel = calls(
            "CopyElements",
            ["X", "Out"],
            header,
            "ANY_TYPES",
            of_types = False,
        ),
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
            "#include \"paddle/header_of_functions\"": includes(headers),
            "INSTANTIATED": "\n".join(lines),
        },
    )

def camel_case(name):
    """HardSigmoid, of hard_sigmoid."""
    return "".join([word.capitalize() for word in name.split("_")])

def kernel_source(file, source):
    """The file, if it exists or `source` says how to write it; else None.

    Args:
      file: such as squeeze_grad_kernel.cc.
      source: what registered or instantiated returned, or None.
    """
    template = "kernel_cu" if file.endswith(".cu") else "kernel_cc"
    return written_source(file, source, template, file.rsplit("_kernel", 1)[0])
