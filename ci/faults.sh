#!/bin/bash
# What becomes of the trainers of a job that are killed, stopped or late, whole: 50
# of them are killed at random, or as many as the first argument says. Then the
# processes are killed, and the disk is full, at every change of a folder of
# checkpoints. Not part of .ci/run, where 6 are killed at random and the changes
# that two trainers make are sampled. The recovery times are printed.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
exec ./tools/dev test --test_env=PADDLE_KILLS="${1:-50}" \
  --test_env=PADDLE_KILLS_SEED="${2:-1}" --test_env=PADDLE_FAULTS=all \
  --test_output=all --test_timeout=3600 --nocache_test_results \
  //python/tests:job_faults_test //python/tests:checkpoint_faults_test
