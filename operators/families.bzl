"""The operator families: each is a folder here with a paddle_op_family."""

FAMILIES = [
    "activation",
    "attention",
    "control_flow",
    "convolution",
    "creation",
    "detection",
    "elementwise",
    "indexing",
    "logical",
    "loss",
    "matrix",
    "metric",
    "normalization",
    "optimizer",
    "pooling",
    "quantization",
    "random",
    "recurrent_unit",
    "reduction",
    "search",
    "sequence",
    "shape",
    "structured",
    "tensor_array",
]

# Those that no program has which only infers.
TRAINING_FAMILIES = ["optimizer"]

# Those that no program on one machine has: they are not in :all_ops, and are
# linked where a job is run.
REMOTE_FAMILIES = ["collective", "remote"]
