"""The components: folders with a version of their own, lowest first."""

load("//operators:families.bzl", "FAMILIES", "REMOTE_FAMILIES")

COMPONENTS = [
    "platform",
    "memory",
    "framework/types",
    "framework/ir",
    "framework/registry",
    "framework/passes",
    "framework/layers",
    "framework/tensor",
    "framework/scope",
    "framework/io",
    "framework/executor",
    "framework/plugin",
    "framework/serving",
    "framework/interchange/onnx",
    "framework/c_api",
    "framework/distributed/store",
    "framework/distributed/group",
    "framework/distributed/gloo",
    "framework/distributed/job",
    "framework/distributed/master",
    "framework/distributed/nccl",
    "framework/distributed/runner",
    "framework/distributed/server",
    "framework/distributed/table",
    "backward",
] + [
    "operators/" + family
    for family in FAMILIES + REMOTE_FAMILIES
] + ["python"]

def component_targets(name):
    """The target of this name in each component."""
    return ["//%s:%s" % (component, name) for component in COMPONENTS]
