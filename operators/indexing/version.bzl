"""The version of this component; CHANGELOG.md says what changed."""

VERSION = "0.1.0"

USES = {
<<<<<<< HEAD
    "framework/executor": ">=0.1,<0.3",
    "framework/registry": ">=0.1,<0.2",
    "framework/tensor": ">=0.1,<0.2",
    "framework/types": ">=0.1,<0.2",
    "operators/kernels": ">=0.1,<0.3",
=======
    "framework/executor": ">=0.1,<0.2",
    "framework/registry": ">=0.1,<0.3",
    "framework/tensor": ">=0.1,<0.2",
    "framework/types": ">=0.1,<0.2",
    "operators/kernels": ">=0.1,<0.2",
>>>>>>> 1a09249 (Test lengths and kinds from Python, and say what changed of components)
    "operators/tensor": ">=0.1,<0.3",
    "platform": ">=0.1,<0.2",
}
