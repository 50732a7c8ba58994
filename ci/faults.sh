#!/bin/bash
# What becomes of a job whose parts are killed, stopped, late or cut off, whole.
#
# 50 trainers are killed at random, or as many as the first argument says, and 20
# machines; one is 60 s late. The recovery times are printed. Processes are killed,
# and the disk is full, at every change of a folder of checkpoints. 8 processes share
# 100 000 tasks while 100 of them are killed; the time is printed. 20 servers of
# parameters are killed, and 20 nodes of a cluster that trains a program it was sent.
# .ci/run has short forms: 6 trainers, 3 machines, a sample of the changes, 3000
# tasks, 5 servers, 2 nodes (of each of two networks).
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
exec ./tools/dev test --test_env=PADDLE_KILLS="${1:-50}" \
  --test_env=PADDLE_KILLS_SEED="${2:-1}" --test_env=PADDLE_MACHINE_KILLS=20 \
  --test_env=PADDLE_LATE=60 --test_env=PADDLE_FAULTS=all \
  --test_env=PADDLE_TASKS=100000 --test_env=PADDLE_TASK_KILLS=100 \
  --test_env=PADDLE_SERVER_KILLS=20 --test_env=PADDLE_NODE_KILLS=20 \
  --test_output=all --test_timeout=3600 --nocache_test_results --local_test_jobs=1 \
  //python/tests:{job,checkpoint,tasks}_faults_test \
  //python/tests:{machines,cut_links}_test \
  //python/tests:{servers,servers_faults,served_tables,server_place,submit_faults}_test
