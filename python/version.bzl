"""The version of this component; CHANGELOG.md says what changed."""

<<<<<<< HEAD
VERSION = "0.2.0"
=======
VERSION = "0.1.1"
>>>>>>> c25ce72 (Hold off a fork while oneDNN makes a primitive)

USES = {
    "backward": ">=0.1,<0.2",
    "framework/executor": ">=0.1,<0.3",
    "framework/ir": ">=0.1,<0.2",
    "framework/layers": ">=0.1,<0.3",
    "framework/plugin": ">=0.1,<0.2",
    "framework/registry": ">=0.1,<0.3",
    "framework/scope": ">=0.1,<0.2",
    "framework/tensor": ">=0.1,<0.2",
    "framework/types": ">=0.1,<0.2",
    "memory": ">=0.1,<0.2",
    "operators/activation": ">=0.1,<0.3",
    "operators/attention": ">=0.1,<0.2",
    "operators/control_flow": ">=0.1,<0.3",
    "operators/convolution": ">=0.1,<0.2",
    "operators/elementwise": ">=0.1,<0.2",
    "operators/indexing": ">=0.1,<0.2",
    "operators/logical": ">=0.1,<0.2",
    "operators/lookup": ">=0.1,<0.2",
    "operators/loss": ">=0.1,<0.2",
    "operators/matrix": ">=0.1,<0.2",
    "operators/metric": ">=0.1,<0.2",
    "operators/nn": ">=0.1,<0.2",
    "operators/normalization": ">=0.1,<0.2",
    "operators/optimizer": ">=0.1,<0.3",
    "operators/recurrent_unit": ">=0.1,<0.2",
    "operators/reduction": ">=0.1,<0.2",
    "operators/search": ">=0.1,<0.2",
    "operators/sequence": ">=0.1,<0.2",
    "operators/structured": ">=0.1,<0.2",
    "operators/tensor": ">=0.1,<0.3",
    "operators/tensor_array": ">=0.1,<0.3",
    "operators/vision": ">=0.1,<0.2",
    "platform": ">=0.1,<0.2",
}
