"""The version of this component; CHANGELOG.md says what changed."""

VERSION = "0.1.0"

USES = {
    "framework/distributed/group": ">=0.1,<0.2",
    "framework/distributed/job": ">=0.1,<0.2",
    "framework/distributed/nccl": ">=0.1,<0.2",
    "framework/distributed/server": ">=0.1,<0.2",
    "framework/distributed/store": ">=0.1,<0.2",
    "framework/distributed/table": ">=0.1,<0.2",
    "framework/executor": ">=0.2,<0.3",
    "framework/io": ">=0.1,<0.2",
    "framework/ir": ">=0.2,<0.3",
    "framework/passes": ">=0.1,<0.2",
    "framework/registry": ">=0.2,<0.3",
    "framework/scope": ">=0.1.1,<0.2",
    "framework/tensor": ">=0.1.1,<0.2",
    "framework/types": ">=0.2,<0.3",
    "platform": ">=0.2,<0.3",
}
