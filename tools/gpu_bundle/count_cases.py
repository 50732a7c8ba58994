"""Counts the cases of a GoogleTest report: "N passed, N failed, N skipped"."""

import collections
import json
import sys


def outcome(case: dict) -> str:
    if case.get("failures"):
        return "failed"
    return "skipped" if case["result"] == "SKIPPED" else "passed"


def main(report: str, status: int) -> int:
    try:
        with open(report) as file:
            suites = json.load(file)["testsuites"]
    except (OSError, ValueError):
        print(f"the tests ended early, with status {status}")
        return 1
    counts = collections.Counter(
        outcome(case) for suite in suites for case in suite["testsuite"])
    print(", ".join(f"{counts[kind]} {kind}"
                    for kind in ("passed", "failed", "skipped")))
    return 1 if counts["failed"] or status else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
