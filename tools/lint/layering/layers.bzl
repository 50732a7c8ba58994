"""The table of the architecture: the layers that each layer may use, as tests."""

load("//operators:families.bzl", "FAMILIES")
load("//tools/bazel:layering.bzl", "paddle_forbidden_deps_test")

def _layer(target = None, may = [], reason = "", libraries = [], targets = []):
    return struct(
        libraries = libraries,
        may = may,
        reason = reason,
        targets = [target] if target else targets,
    )

# The folders of //operators/math.
_ROOMS = ["blas", "device", "loops", "rows", "windows"]

_BASE = ["framework/types", "platform"]
_DESCRIPTION = _BASE + ["framework/ir", "framework/registry"]
_REALISATION = _BASE + ["framework/scope", "framework/tensor", "memory"]
_EXECUTION = _DESCRIPTION + _REALISATION + ["framework/executor"]
_PROTOBUF = ["com_google_protobuf"]
_MATH = ["dnnl", "eigen"]

# Folder: what it may depend on, and why on nothing else. A folder depends on
# itself, Abseil, OpenMP and CUDA without being told so.
_LAYERS = {
    "platform": _layer(
        "//platform:package_libraries",
        may = [],
        reason = "The platform is the ground everything else stands on.",
    ),
    "memory": _layer(
        "//memory:package_libraries",
        may = ["platform"],
        reason = "Memory is bytes on a place; who uses them is not its matter.",
    ),
    "framework/types": _layer(
        "//framework/types:package_libraries",
        may = ["platform"],
        reason = "Small values that descriptions and tensors share; whatever " +
                 "they need, everybody needs.",
    ),
    "framework/ir": _layer(
        "//framework/ir:package_libraries",
        may = _BASE,
        libraries = _PROTOBUF,
        reason = "A description is written, checked, saved and sent where " +
                 "nothing is computed.",
    ),
    "framework/registry": _layer(
        "//framework/registry:package_libraries",
        may = _BASE + ["framework/ir"],
        libraries = _PROTOBUF,
        reason = "What an operator is must be known without what runs it.",
    ),
    "framework/passes": _layer(
        "//framework/passes:package_libraries",
        may = _DESCRIPTION,
        libraries = _PROTOBUF,
        reason = "A pass turns descriptions into descriptions; what it needs " +
                 "computed, it is given a function for.",
    ),
    "framework/layers": _layer(
        "//framework/layers:package_libraries",
        may = _DESCRIPTION,
        libraries = _PROTOBUF,
        reason = "Layers write descriptions; they compute nothing.",
    ),
    "framework/tensor": _layer(
        "//framework/tensor:package_libraries",
        may = _BASE + ["memory"],
        reason = "A tensor is data; it knows nothing of programs.",
    ),
    "framework/scope": _layer(
        "//framework/scope:package_libraries",
        may = ["platform"],
        reason = "A scope holds variables of any kind and no computation.",
    ),
    "framework/io": _layer(
        "//framework/io:package_libraries",
        may = _DESCRIPTION + _REALISATION,
        libraries = _PROTOBUF + ["zlib"],
        reason = "Programs and values are saved and loaded where nothing runs.",
    ),
    "framework/executor": _layer(
        "//framework/executor:package_libraries",
        may = _DESCRIPTION + _REALISATION,
        libraries = _PROTOBUF,
        reason = "The executor runs what it is given: it knows no operator, " +
                 "and not how programs come about.",
    ),
    "framework/plugin": _layer(
        "//framework/plugin:package_libraries",
        may = _EXECUTION + ["framework/passes"],
        libraries = _PROTOBUF,
        reason = "A library of operators brings its own; the interface knows " +
                 "none, and not who writes programs.",
    ),
    "framework/c_api": _layer(
        "//framework/c_api:package_libraries",
        may = _EXECUTION + [
            "framework/interchange/onnx",
            "framework/io",
            "framework/layers",
            "framework/passes",
            "framework/plugin",
        ],
        libraries = _PROTOBUF + ["zlib"],
        reason = "The C interface loads and runs programs, with what " +
                 "operators it is linked with; nobody differentiates in C.",
    ),
    "framework/interchange/onnx": _layer(
        "//framework/interchange/onnx:package_libraries",
        may = _DESCRIPTION + _REALISATION + ["framework/layers"],
        libraries = _PROTOBUF,
        reason = "A model of another engine becomes a program where nothing " +
                 "runs; which operators there are, it is told.",
    ),
    "framework/serving": _layer(
        "//framework/serving:package_libraries",
        may = _EXECUTION + ["framework/io"],
        libraries = _PROTOBUF + ["zlib"],
        reason = "Requests are joined and computed without knowing who sends " +
                 "them, and how programs are optimized.",
    ),
    "tools/serve": _layer(
        "//tools/serve:package_libraries",
        may = _EXECUTION + ["framework/io", "framework/serving", "tools"],
        libraries = _PROTOBUF + [
            "boost",
            "grpc",
            "prometheus_cpp",
            "simdjson",
            "zlib",
        ],
        reason = "What carries requests knows no operator and no pass: the " +
                 "program links them.",
    ),
    "framework/distributed/group": _layer(
        "//framework/distributed/group:package_libraries",
        may = _BASE + ["framework/tensor", "memory"],
        reason = "Arrays are exchanged without knowing what they are for; " +
                 "what carries bytes between machines is given.",
    ),
    "framework/distributed/store": _layer(
        "//framework/distributed/store:package_libraries",
        may = ["platform"],
        libraries = _PROTOBUF,
        reason = "Processes find each other before there is anything to " +
                 "compute, and whatever they compute.",
    ),
    "framework/distributed/job": _layer(
        "//framework/distributed/job:package_libraries",
        may = _REALISATION + [
            "framework/distributed/group",
            "framework/distributed/store",
        ],
        reason = "What trainers agree on does not depend on what they run, " +
                 "or on what carries it.",
    ),
    "framework/distributed/runner": _layer(
        "//framework/distributed/runner:package_libraries",
        may = _EXECUTION + [
            "framework/distributed/group",
            "framework/distributed/job",
            "framework/distributed/nccl",
            "framework/distributed/server",
            "framework/distributed/store",
            "framework/distributed/table",
            "framework/io",
            "framework/passes",
        ],
        libraries = _PROTOBUF,
        reason = "A trainer loads what carries bytes at run time, and runs " +
                 "what operators it is linked with.",
    ),
    "framework/distributed/master": _layer(
        "//framework/distributed/master:package_libraries",
        may = _EXECUTION + [
            "framework/distributed/group",
            "framework/distributed/job",
            "framework/distributed/nccl",
            "framework/distributed/runner",
            "framework/distributed/server",
            "framework/distributed/store",
            "framework/distributed/table",
            "framework/io",
            "framework/passes",
        ],
        libraries = _PROTOBUF + ["zlib"],
        reason = "Who runs the programs that it is sent knows no operator; " +
                 "the program of a node links them.",
    ),
    "framework/distributed/gloo": _layer(
        "//framework/distributed/gloo:package_libraries",
        may = _BASE + [
            "framework/distributed/group",
            "framework/distributed/store",
        ],
        libraries = ["gloo"],
        reason = "It carries bytes; what they mean, and who sends them, is " +
                 "not its matter.",
    ),
    "framework/distributed/server": _layer(
        "//framework/distributed/server:package_libraries",
        may = _EXECUTION + [
            "framework/distributed/group",
            "framework/distributed/store",
            "framework/distributed/table",
        ],
        libraries = _PROTOBUF + ["grpc"],
        reason = "A server runs what program it is given, with what " +
                 "operators it is linked with.",
    ),
    "framework/distributed/table": _layer(
        "//framework/distributed/table:package_libraries",
        may = _BASE + ["framework/tensor", "memory"],
        libraries = ["rocksdb"],
        reason = "Rows are kept and changed without knowing what they are " +
                 "for, or who asks for them.",
    ),
    "memory_table": _layer(
        "//framework/distributed/table:memory_table",
        may = _BASE + [
            "framework/distributed/table",
            "framework/tensor",
            "memory",
        ],
        reason = "Rows in memory need no database.",
    ),
    "framework/distributed/nccl": _layer(
        "//framework/distributed/nccl:package_libraries",
        may = _BASE + [
            "framework/distributed/group",
            "framework/tensor",
            "memory",
        ],
        reason = "It moves memory of GPUs and adds it up; what that means is " +
                 "not its matter.",
    ),
    "backward": _layer(
        "//backward:package_libraries",
        may = _DESCRIPTION + ["framework/layers"],
        libraries = _PROTOBUF,
        reason = "Differentiation turns descriptions into descriptions, on a " +
                 "machine that may be unable to run them.",
    ),
    "operators/common": _layer(
        "//operators/common:package_libraries",
        may = _EXECUTION + ["operators/math"],
        libraries = _PROTOBUF + _MATH,
        reason = "What families share knows no family.",
    ),
    "operators/math": _layer(
        targets = ["//operators/math/%s:package_libraries" % f for f in _ROOMS],
        may = _BASE + ["framework/tensor", "memory"],
        libraries = _MATH,
        reason = "Mathematics over tensors is of use without any program.",
    ),
    "operators/fused_steps": _layer(
        "//operators/fused_steps:package_libraries",
        may = _EXECUTION + [
            "operators/activation",
            "operators/common",
            "operators/elementwise",
            "operators/math",
        ],
        libraries = _PROTOBUF + _MATH,
        reason = "It knows the functors of two families, so that these know " +
                 "nothing of each other.",
    ),
    "operator_kernels": _layer(
        targets = ["//operators/{0}:{0}_kernels".format(f) for f in FAMILIES],
        may = _BASE + ["framework/tensor", "memory", "operators"],
        libraries = _MATH,
        reason = "A plain function of a family knows neither programs nor " +
                 "what runs them.",
    ),
    "operator_schemas": _layer(
        "//operators:all_schemas",
        may = _DESCRIPTION + ["operators"],
        libraries = _PROTOBUF,
        reason = "The schema half of an operator links no kernel.",
    ),
    "operators": _layer(
        "//operators:all_ops",
        may = _EXECUTION + ["operators"],
        libraries = _PROTOBUF + _MATH,
        reason = "An operator does not know who writes, differentiates or " +
                 "runs the programs it stands in.",
    ),
}

# Each family stands alone: what it has may use common and math, and no other
# family. The operators that its gradients write are named, not used.
_LAYERS.update({
    "operators/" + family: _layer(
        "//operators/{0}:{0}_code".format(family),
        may = _EXECUTION + ["operators/common", "operators/math"],
        libraries = _PROTOBUF + _MATH,
        reason = "What two families need is in //operators/common or " +
                 "//operators/math.",
    )
    for family in FAMILIES
})

_LAYERS["operators/collective"] = _layer(
    "//operators/collective:collective_code",
    may = _EXECUTION + [
        "framework/distributed/group",
        "operators/common",
        "operators/math",
    ],
    libraries = _PROTOBUF + _MATH,
    reason = "Operators between members know the group, and not what " +
             "carries its bytes.",
)

_LAYERS["operators/remote"] = _layer(
    "//operators/remote:remote_code",
    may = _EXECUTION + [
        "framework/distributed/group",
        "framework/distributed/server",
        "operators/common",
        "operators/math",
    ],
    libraries = _PROTOBUF + _MATH,
    reason = "Operators with servers know what they ask of them, and not " +
             "what carries it.",
)

_FOLDERS = [
    "backward",
    "framework/c_api",
    "framework/distributed/gloo",
    "framework/distributed/group",
    "framework/distributed/job",
    "framework/distributed/master",
    "framework/distributed/nccl",
    "framework/distributed/runner",
    "framework/distributed/server",
    "framework/distributed/store",
    "framework/distributed/table",
    "framework/executor",
    "framework/interchange/onnx",
    "framework/io",
    "framework/ir",
    "framework/layers",
    "framework/passes",
    "framework/plugin",
    "framework/registry",
    "framework/scope",
    "framework/serving",
    "framework/tensor",
    "framework/types",
    "memory",
    "operators",
    "platform",
    "python",
    "tools",
]
_LIBRARIES = _PROTOBUF + _MATH + [
    "benchmark",
    "boost",
    "gloo",
    "grpc",
    "gtest",
    "prometheus_cpp",
    "pybind11",
    "python3",
    "rocksdb",
    "simdjson",
    "simgrid",
    "zlib",
]

_GLOO = "framework/distributed/gloo"

_LAYERS["python_core"] = _layer(
    "//python/binding",
    may = [folder for folder in _FOLDERS if folder != _GLOO],
    libraries = [
        library
        for library in _LIBRARIES
        if library not in [
            "boost",
            "gloo",
            "grpc",
            "prometheus_cpp",
            "rocksdb",
            "simdjson",
            "simgrid",
        ]
    ],
    reason = "A program on one machine links nothing that talks to others; " +
             "a job loads it.",
)

def _forbidden(name, layer):
    known = layer.may + [name]
    folders = ["//%s/..." % f for f in _FOLDERS if f not in known]
    if name == "operator_schemas":
        folders.append("//operators/math/...")
    rooms = [f[len("operators/"):] for f in known if f.startswith("operators/")]
    if rooms:  # All operators but these.
        folders.remove("//operators/...")
        folders.append("^//operators/(?!(%s)[/:])" % "|".join(rooms))
    libraries = ["@" + l for l in _LIBRARIES if l not in layer.libraries]
    return folders + libraries

def paddle_layering_tests(everything):
    """A test for each layer, and its control: "everything" must not pass it."""
    for name, layer in _LAYERS.items():
        forbidden = _forbidden(name, layer)
        paddle_forbidden_deps_test(
            name = name + "_test",
            forbidden = forbidden,
            reason = layer.reason,
            targets = layer.targets,
        )
        paddle_forbidden_deps_test(
            name = name + "_control_test",
            forbidden = forbidden,
            reason = "A library that depends on everything breaks each rule.",
            target = everything,
            violation_expected = True,
        )
