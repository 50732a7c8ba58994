"""The version of this component; CHANGELOG.md says what changed."""

VERSION = "0.1.1"

USES = {
    "framework/executor": ">=0.1,<0.3",
    "framework/registry": ">=0.1,<0.3",
    "framework/types": ">=0.1,<0.2",
    "operators/elementwise": ">=0.1.1,<0.2",
    "operators/kernels": ">=0.1,<0.3",
    "operators/sequence": ">=0.1,<0.2",
    "operators/tensor": ">=0.1,<0.3",
    "platform": ">=0.1,<0.3",
}
