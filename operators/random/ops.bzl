"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls", "calls_with_gradient")
load("//tools/bazel:ops.bzl", "op")

_FOLDER = "operators/random/"

_DROPOUT = _FOLDER + "dropout_or_copy.h"
_FILL = _FOLDER + "random_fill.h"

def _random(name, function, names, schema_deps = [":distributions"]):
    return op(
        name,
        schema_deps = [":random_base"] + schema_deps,
        kernel = calls(function, names, _FILL),
    )

def _random_batch(name, function, names):
    """The type of Input, by which the kernel is chosen, is any."""
    return op(
        name,
        schema_deps = [
            ":distributions",
            ":random_batch_size_like",
            "//framework/registry:op_upgrade",
        ],
        kernel = calls(
            ("FillAsTyped<Device, kernels::{0}<Device, float>, " +
             "kernels::{0}<Device, double>>").format(function),
            names,
            _FILL,
            "ALL_TYPES",
        ),
    )

_GAUSSIAN = ["seed", "mean", "std", "Out"]
_UNIFORM = ["seed", "min", "max", "Out"]

_DRAWS = _FOLDER + "random_draws.h"
_SAMPLING = _FOLDER + "sampling.h"
_INTEGERS = ["int32_t", "int64_t"]

OPS = [
    op(
        "bernoulli",
        schema_deps = [":seed"],
        kernel = calls("DrawBernoulli", ["seed", "X", "Out"], _DRAWS),
    ),
    op(
        "dropout",
        second_gradient = "Diagonal()",
        schema_deps = ["//framework/registry:precision"],
        **calls_with_gradient(
            "DropoutOrCopy",
            ["is_test", "seed", "dropout_prob", "X", "Out", "Mask"],
            ["is_test", "dropout_prob", "Mask", "Out@GRAD", "X@GRAD"],
            _DROPOUT,
            "FLOATING_TYPES",
        )
    ),
    _random("gaussian_random", "FillGaussian", _GAUSSIAN),
    _random_batch(
        "gaussian_random_batch_size_like",
        "FillGaussian",
        _GAUSSIAN,
    ),
    op(
        "multinomial",
        schema_deps = [":seed"],
        kernel = calls(
            "DrawClasses<T>",
            ["seed", "X", "num_samples", "replacement", "Out"],
            _SAMPLING,
        ),
    ),
    op(
        "orthogonal_random",
        schema_deps = [":random_base"],
        kernel = calls(
            "FillOrthogonal<T>",
            ["seed", "gain", "Out"],
            _FOLDER + "orthogonal_fill.h",
        ),
    ),
    op(
        "randint",
        schema_deps = [":integer_type", "//operators/common:constant_shape"],
        kernel = calls(
            "FillIntegers",
            ["seed", "low", "high", "Out"],
            _DRAWS,
            _INTEGERS,
        ),
    ),
    op(
        "randperm",
        schema_deps = [":integer_type"],
        kernel = calls(
            "FillPermutation<T>",
            ["seed", "Out"],
            _SAMPLING,
            _INTEGERS,
        ),
    ),
    op(
        "sampling_id",
        schema_deps = [":seed"],
        kernel = calls("DrawOneClass<T>", ["seed", "X", "Out"], _SAMPLING),
    ),
    _random(
        "truncated_gaussian_random",
        "FillTruncatedGaussian",
        _GAUSSIAN,
        schema_deps = [],
    ),
    _random("uniform_random", "FillUniform", _UNIFORM),
    _random_batch("uniform_random_batch_size_like", "FillUniform", _UNIFORM),
]
