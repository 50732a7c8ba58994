"""The deps of module.cc, which both the extension of the sources and the wheel
compile."""

MODULE_DEPS = [
    "//operators:all_ops",
    "//operators/collective:all_collective_ops",
    "//operators/remote:all_remote_ops",
    "//platform:instruction_set_guard",
    "//python/binding",
    "//python/binding:binding_header",
    "//python/binding:onnx",
    "//python/binding:plugin",
]
