"""The operator families: each is a folder here with a paddle_op_family."""

FAMILIES = [
    "activation",
    "attention",
    "control_flow",
    "elementwise",
    "logical",
    "lookup",
    "loss",
    "matrix",
    "metric",
    "nn",
    "normalization",
    "optimizer",
    "recurrent_unit",
    "reduction",
    "search",
    "sequence",
    "structured",
    "tensor",
    "tensor_array",
]
