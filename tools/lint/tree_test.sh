#!/bin/bash
# Sees the whole tree, through the WORKSPACE file's real place: every folder
# with sources is a package, and every package is linted; workspaces of their
# own are linted here.
cd "$(dirname "$(readlink -f WORKSPACE)")" || exit 1
status=0
[[ -n $(git ls-files WORKSPACE) ]] || exit 1
complain() {
  echo "$1: $2"
  status=1
}
mapfile -t workspaces < <(git ls-files '*/WORKSPACE' | xargs -n1 dirname)
in_own_workspace() {
  local workspace
  for workspace in "${workspaces[@]}"; do
    [[ $1/ == "$workspace"/* ]] && return
  done
  return 1
}
for workspace in "${workspaces[@]}"; do
  grep -qxF "$workspace" .bazelignore ||
    complain "$workspace" "is a workspace of its own and not in .bazelignore"
  PYTHONPATH=tools/lint /usr/bin/python3 tools/lint/lint.py "$workspace" || status=1
done
while read -r folder; do
  ! in_own_workspace "$folder" || continue
  home=$folder
  until [[ -e $home/BUILD || $home == . ]]; do
    home=$(dirname "$home")
  done
  if [[ $home == . ]]; then
    [[ $folder == . ]] || complain "$folder" "has sources and no BUILD file"
  elif [[ -s $home/BUILD ]]; then
    grep -Eq '^paddle_(package|op_family|lint_test)\(' "$home/BUILD" ||
      complain "$home/BUILD" "does not end with paddle_package()"
  fi
done < <(git ls-files '*.cc' '*.h' '*.cu' '*.py' '*.sh' '*BUILD' |
  xargs -n1 dirname | sort -u)
exit "$status"
