#!/bin/bash
# Ten thousand random programs with blocks against the same mathematics written
# out; or as many as the first argument says, from the seed that is the second.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
exec ./tools/dev test --test_env=PADDLE_RANDOM_PROGRAMS="${1:-10000}" \
  --test_env=PADDLE_RANDOM_SEED="${2:-0}" --test_timeout=7200 \
  --test_tag_filters=-lint //tools/random_programs/...
