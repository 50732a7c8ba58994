"""The version of this component; CHANGELOG.md says what changed."""

VERSION = "0.1.0"

USES = {
    "framework/distributed/server": ">=0.1,<0.2",
    "framework/distributed/store": ">=0.1,<0.2",
    "framework/ir": ">=0.2,<0.3",
    "framework/passes": ">=0.1,<0.2",
    "platform": ">=0.2,<0.3",
}
