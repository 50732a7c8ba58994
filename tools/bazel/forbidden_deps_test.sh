#!/bin/bash
# usage: forbidden_deps_test.sh QUERY_OUTPUT none|expected REASON
offenders=$(cat "$1") || exit 1
if [[ $2 == expected ]]; then
  [[ -n $offenders ]] && exit 0
  echo "The control found no offender: this kind of test catches nothing." >&2
  exit 1
fi
[[ -z $offenders ]] && exit 0
echo "Forbidden dependencies, reached from here:"
printf '  %s\n' "${offenders//$'\n'/$'\n'  }"
echo "Why not: $3"
echo "Who pulls one in: bazel query 'somepath(<target>, <offender>)'"
exit 1
