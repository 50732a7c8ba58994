"""The version of this component; CHANGELOG.md says what changed."""

VERSION = "0.1.0"

USES = {
    "framework/ir": ">=0.1,<0.3",
    "framework/layers": ">=0.1,<0.3",
    "framework/registry": ">=0.2,<0.3",
    "framework/scope": ">=0.1,<0.2",
    "framework/tensor": ">=0.1,<0.2",
    "framework/types": ">=0.1,<0.3",
    "platform": ">=0.1,<0.3",
}
