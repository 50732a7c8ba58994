"""Operators: each in a schema half and a kernel half, a folder a family.

    # operators/activation/ops.bzl
    load("//tools/bazel:ops.bzl", "op")
    OPS = [op("relu", kernel_deps = [":activation"])]

    # operators/activation/BUILD
    load("//tools/bazel:ops.bzl", "paddle_op_family")
    load(":ops.bzl", "OPS")
    load(":version.bzl", "USES", "VERSION")
    paddle_op_family(
        name = "activation",
        ops = OPS,
        tests = {"activation_test": ["relu_test.cc"]},  # or [] for its own name
        uses = USES,
        version = VERSION,
    )
"""

load("@rules_cc//cc:defs.bzl", "cc_library")
load("//tools/bazel:cc.bzl", "KERNEL_TAG", "paddle_cc_library")
load("//tools/bazel:filled_template.bzl", "written_source")
load("//tools/bazel:kernel_source.bzl", "calls", "camel_case", "kernel_source")
load("//tools/bazel:lint.bzl", "paddle_lint_test")
load("//tools/bazel:op_checks.bzl", "check_family", "check_headers")
load("//tools/bazel:tests.bzl", "paddle_op_tests")
load("//tools/bazel:version.bzl", "paddle_version")

_PUBLIC = ["//visibility:public"]
_ENFORCE = str(Label("//platform:enforce"))
_SCHEMA_DEPS = [str(Label("//framework/registry:op_registry")), _ENFORCE]
_KERNEL_DEPS = [str(Label("//framework/executor:op_kernel")), _ENFORCE]
_HOST_DEVICE = str(Label("//platform:host_device"))
_SECOND_DEPS = [
    _ENFORCE,
    str(Label("//framework/ir:framework_cc_proto")),
    str(Label("//framework/registry:composite_gradient")),
    str(Label("//framework/registry:op_registry")),
    str(Label("//framework/registry:second_gradient")),
    str(Label("//operators/common:composite")),
]
_OP_TEST = str(Label("//operators/testing:op_test"))
_GUARD = str(Label("//platform:instruction_set_guard"))

def op(
        name,
        schema = None,
        schema_deps = [],
        header_deps = None,
        arguments = None,
        grad_arguments = None,
        kernel = None,
        cuda = None,
        grad_kernel = None,
        grad_cuda = None,
        kernel_deps = [],
        grad_kernel_deps = None,
        second_gradient = None,
        emits = [],
        per_device = True):
    """One operator.

    Args:
      name: the op type; its files are <name>_op.cc, <name>_kernel.cc[.cu] and,
        if it has gradient kernels, <name>_grad_kernel.cc[.cu], but for those
        that the build writes (kernel_source.bzl, schema_source.bzl).
      schema: what declared(...) returns, in place of <name>_op.cc.
      schema_deps: what the schema half uses beyond the registry.
      header_deps: of an op whose kernels share <name>.h, a functor of one
        element or plain functions: what that header uses.
      arguments: of an op whose kernels, for the CPU alone, do nothing but call
        the function <Name> of <name>.h: what its parameters receive, as `names`
        of kernel_source.bzl's calls().
      grad_arguments: the same for the gradient, of function <Name>Grad.
      kernel: what registered(...) returns, in place of <name>_kernel.cc.
      cuda: what instantiated(...) returns, in place of <name>_kernel.cu.
      grad_kernel: what registered(...) returns, for the gradient.
      grad_cuda: what instantiated(...) returns, for the gradient.
      kernel_deps: what the kernels use beyond the executor's op_kernel.
      grad_kernel_deps: the same for gradient kernels, if not kernel_deps.
      second_gradient: what the operator is, if the gradient of its gradient
        follows from it: "Linear()", "Multilinear()" or "Diagonal()", with the
        arguments of framework/registry/second_gradient.h.
      emits: op targets that the gradient maker writes into a program, such as
        "//operators/reduction:sum_op"; they are linked with <name>_grad_op.
      per_device: False for an operator without kernels for a device, whose
        source asks at run time which device it has: control flow.
    """
    return struct(
        name = name,
        arguments = arguments,
        cuda = cuda,
        emits = emits,
        grad_arguments = grad_arguments,
        header_deps = header_deps,
        grad_cuda = grad_cuda,
        grad_kernel = grad_kernel,
        grad_kernel_deps = (
            kernel_deps if grad_kernel_deps == None else grad_kernel_deps
        ),
        kernel = kernel,
        kernel_deps = kernel_deps,
        per_device = per_device,
        schema = schema,
        schema_deps = schema_deps,
        second_gradient = second_gradient,
    )

def _absolute(labels):
    """The labels as str(Label(...)) has them: in a dependent with "@paddle"."""
    repository = native.repository_name()
    prefix = "" if repository == "@" else repository
    return [
        prefix + label if label.startswith("//") else label
        for label in labels
    ]

def _added(written, deps):
    """The labels, and those that a source needs which the build writes."""
    known = _absolute(deps)
    return deps + [d for d in getattr(written, "deps", []) if d not in known]

def _half(target, stem, deps, kernel, cuda, per_device):
    """:target of <stem>.cc and <stem>.cu; False if there is neither."""
    source = kernel_source(stem + ".cc", kernel)
    gpu_source = kernel_source(stem + ".cu", cuda)
    if not source and not gpu_source:
        return False
    for written in [kernel, cuda]:
        deps = _added(written, deps)
    paddle_cc_library(
        name = target,
        srcs = [source] if source else [],
        alwayslink = True,
        gpu_source = gpu_source,
        per_device = per_device,
        deps = deps,
    )
    return True

def _header(op):
    """The library of <name>.h, if the op has one."""
    if op.header_deps == None:
        return []
    paddle_cc_library(
        name = op.name,
        hdrs = [op.name + ".h"],
        deps = [_HOST_DEVICE] + op.header_deps,
    )
    return [":" + op.name]

def _kernel(op, given, arguments, suffix):
    """The source of a kernel: as given, or the call of a function of <name>.h."""
    if not arguments:
        return given
    header = "%s/%s.h" % (native.package_name(), op.name)
    function = camel_case(op.name) + suffix
    source = calls(function, arguments, header, cpu_only = True)

    # Without the header's library, the last: _header has it, which may be in
    # another repository than this macro.
    return struct(deps = source.deps[:-1], words = source.words)

def _paddle_op(family, op):
    name = op.name
    schema = ":" + name + "_schema"
    paddle_cc_library(
        name = name + "_schema",
        srcs = [written_source(name + "_op.cc", op.schema, "schema", name)],
        alwayslink = True,
        deps = _SCHEMA_DEPS + _added(op.schema, op.schema_deps),
    )
    common = [schema] + _KERNEL_DEPS + _header(op)
    if not _half(
        name + "_op",
        name + "_kernel",
        common + op.kernel_deps,
        _kernel(op, op.kernel, op.arguments, ""),
        op.cuda,
        op.per_device,
    ):
        fail(("%s: op %s has no %s_kernel.cc; write it, or say in ops.bzl " +
              "which class it is: kernel = registered(...)") %
             (family, name, name))
    has_grad_kernel = _half(
        name + "_grad_kernel",
        name + "_grad_kernel",
        common + op.grad_kernel_deps,
        _kernel(op, op.grad_kernel, op.grad_arguments, "Grad"),
        op.grad_cuda,
        op.per_device,
    )
    if has_grad_kernel or op.emits:
        own = [":" + name + "_grad_kernel"] if has_grad_kernel else common
        _sum(name + "_grad_op", own + op.emits)
    return struct(
        code = [schema, ":" + name + "_op"] + (
            [":" + name + "_grad_kernel"] if has_grad_kernel else []
        ),
        gradient = has_grad_kernel or bool(op.emits),
        name = name,
    )

def _sum(name, deps):
    cc_library(name = name, visibility = _PUBLIC, deps = deps)

def _tagged(tag):
    return sorted([
        ":" + rule["name"]
        for rule in native.existing_rules().values()
        if rule["kind"] == "cc_library" and tag in rule["tags"]
    ])

def _registered_second_gradients(name, ops):
    """The source that registers what OPS says of gradients of gradients."""
    lines = [
        "REGISTER_GRADIENT_MAKER(%s_grad, framework::%s);" %
        (op.name, op.second_gradient.replace("(", "SecondGradient(", 1))
        for op in ops
        if op.second_gradient
    ]
    words = struct(words = {"REGISTRATIONS": "\n".join(lines)})
    file = name + "_second_gradients.cc"
    return written_source(file, words if lines else None, "second_gradients", name)

def _second_gradients(name, ops):
    """The family's gradients of gradients: of OPS, and second_gradients.cc."""
    srcs = native.glob(["second_gradients.cc"], allow_empty = True)
    registered = _registered_second_gradients(name, ops)
    if registered:
        srcs = srcs + [registered]
    if not srcs:
        return []
    paddle_cc_library(
        name = name + "_second_gradients",
        srcs = srcs,
        alwayslink = True,
        deps = _SECOND_DEPS,
    )
    return [":%s_second_gradients" % name]

def paddle_op_family(
        name,
        ops,
        entry = "op",
        tests = {},
        uses = None,
        version = None):
    """The targets of each op in the folder, their sums, tests and version.

    For op x: x_schema, x_op (forward), x_grad_op (gradient kernels and the ops
    that the gradient emits). <name>_second_gradients: those of gradient
    operators, in second_gradients.cc and by OPS. Sums: <name>_schemas, <name>_ops
    (forward), all_<name>_ops (gradients and second gradients too), <name>_kernels
    (the plain functions above this macro) and <name>_code: all that the folder
    has, without the ops of others that gradients write.

    Args:
      name: of the family, which is that of its folder.
      ops: OPS of its ops.bzl.
      entry: the macro of ops.bzl that adds an operator, for messages.
      tests: a row each, as of paddle_op_tests; all depend on the operators and
        on //operators/testing:op_test.
      uses: as of paddle_version.
      version: as of paddle_version; without it the family is no component.
    """
    check_family(name, ops, entry)
    made = [_paddle_op(name, o) for o in ops]
    grads = [":" + m.name + "_grad_op" for m in made if m.gradient]
    check_headers(name, ops, entry)
    second = _second_gradients(name, ops)
    code = [target for m in made for target in m.code] + second
    native.filegroup(
        name = name + "_archives",
        srcs = code,
        visibility = _PUBLIC,
    )
    kernels = _tagged(KERNEL_TAG)
    _sum(name + "_kernels", kernels)
    _sum(name + "_code", code + kernels)
    _sum(name + "_schemas", [":" + o.name + "_schema" for o in ops] + second)
    _sum(name + "_ops", [":" + o.name + "_op" for o in ops])
    _sum("all_" + name + "_ops", [":" + name + "_ops"] + grads + second)
    paddle_op_tests(tests, deps = [":all_%s_ops" % name, _OP_TEST])
    if version:
        paddle_version(
            operators = [op.name for op in ops],
            uses = uses,
            version = version,
        )
    paddle_lint_test()

def paddle_op_sums(families, training = [], more = []):
    """all_schemas, inference_ops and all_ops over //operators/<family>.

    `more` is what kernels of several families have in common; all_ops and
    inference_ops have it, too. inference_ops has no gradients, and none of the
    families of `training`.
    """
    label = "//operators/{0}:%s"
    for name, pattern, of, others in [
        ("all_ops", "all_{0}_ops", families, more),
        ("all_schemas", "{0}_schemas", families, []),
        (
            "inference_ops",
            "{0}_ops",
            [f for f in families if f not in training],
            more,
        ),
    ]:
        _sum(name, [(label % pattern).format(f) for f in of] + others)

# Every registration defines an anchor, a function PaddleTouch...; calling them
# all makes a linker keep the files they stand in.
_ANCHORS = """
anchors=$$(for archive in $(SRCS); do
  nm --defined-only -g "$$archive" 2> /dev/null
done | sed -n 's/.* T \\(PaddleTouch.*\\)/\\1/p' | sort -u)
{{
  echo '#include "{header}"'
  echo 'extern "C" {{'
  for a in $$anchors; do echo "int $$a();"; done
  echo '}}'
  echo 'namespace paddle::operators {{'
  echo 'int RegisterAllOps() {{'
  echo '  int named = 0;'
  for a in $$anchors; do echo "  named += $$a() + 1;"; done
  echo '  return named;'
  echo '}}'
  echo '}}  // namespace paddle::operators'
  echo 'extern "C" int paddle_register_all_ops() {{'
  echo '  return paddle::operators::RegisterAllOps();'
  echo '}}'
}} > $@
"""

def paddle_register_all_ops(name, families, more = []):
    """The library of <name>.h, whose function names every registration; programs
    in C have it as paddle_register_all_ops().

    `more` is as of paddle_op_sums.
    """
    header = "paddle/%s/%s.h" % (native.package_name(), name)
    native.genrule(
        name = name + "_source",
        srcs = [_GUARD] + more + [
            "//operators/{0}:{0}_archives".format(f)
            for f in families
        ],
        outs = [name + ".cc"],
        cmd = _ANCHORS.format(header = header),
    )
    paddle_cc_library(
        name = name,
        srcs = [name + ".cc"],
        hdrs = [name + ".h"],
        deps = [
            ":all_ops",
            _GUARD,
        ],
    )
