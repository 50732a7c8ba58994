"""The version of this component; CHANGELOG.md says what changed."""

VERSION = "0.1.0"

USES = {
    "framework/distributed/group": ">=0.1,<0.2",
    "framework/distributed/store": ">=0.1,<0.2",
}
