"""The functors of elementwise operators, listed from what their families say."""

load("//operators/activation:ops.bzl", ACTIVATIONS = "OPS")
load("//operators/elementwise:ops.bzl", ARITHMETIC = "OPS")
load("//tools/bazel:filled_template.bzl", "includes")

def _functor(kernel, template):
    """The functor of a kernel that the build writes of a template, else None.

    Steps compute with floating-point numbers, as every group of types has them;
    the functors of operators on bits, which list their types, do not.
    """
    words = getattr(kernel, "words", {})
    name = words.get("KernelClass", "")
    if "PADDLE_" not in words.get("TYPES", ""):
        return None
    begin, end = template + "<", ">::Of"
    if not (name.startswith(begin) and name.endswith(end)):
        return None
    return name[len(begin):-len(end)]

def _rows(ops, template, gradient):
    rows = []
    for op in ops:
        kernel = op.grad_kernel if gradient else op.kernel
        functor = _functor(kernel, template)
        if functor:
            suffix = "_grad" if gradient else ""
            rows.append("  V(%s%s, %s)" % (op.name, suffix, functor))
    return rows

# Macro: the rows of each list.
_LISTS = {
    "PADDLE_ACTIVATION_GRAD_STEPS": _rows(
        ACTIVATIONS,
        "ActivationGradKernel",
        True,
    ),
    "PADDLE_ACTIVATION_STEPS": _rows(ACTIVATIONS, "ActivationKernel", False),
    "PADDLE_ARITHMETIC_GRAD_STEPS": _rows(
        ARITHMETIC,
        "ElementwiseGradKernel",
        True,
    ),
    "PADDLE_ARITHMETIC_STEPS": _rows(ARITHMETIC, "ElementwiseKernel", False),
}

def _names(ops, template):
    return [op.name for op in ops if _functor(op.kernel, template)]

_FUNCTORS = [
    ("activation", name)
    for name in _names(ACTIVATIONS, "ActivationKernel")
] + [
    ("elementwise", name)
    for name in _names(ARITHMETIC, "ElementwiseKernel")
]

# The libraries of their headers.
FUNCTOR_DEPS = ["//operators/%s:%s" % of for of in _FUNCTORS]

def write_step_functors(name, out):
    """Writes the header that includes all functors and has them as lists."""
    lines = ["#pragma once"]
    lines += includes(["operators/%s/%s.h" % of for of in _FUNCTORS]).split("\n")
    for macro, rows in _LISTS.items():
        lines += ["#define %s(V) %s" % (macro, " ".join(rows))]
    native.genrule(
        name = name,
        outs = [out],
        cmd = "printf '%s\\n' " + " ".join(["'%s'" % l for l in lines]) + " > $@",
        visibility = ["//visibility:private"],
    )
