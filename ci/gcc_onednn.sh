#!/bin/bash
# The default build, whole: gcc, CPU, oneDNN.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
exec ./tools/dev test "$@"
