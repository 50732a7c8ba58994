"""The version of this component; CHANGELOG.md says what changed."""

VERSION = "0.1.0"

USES = {}
