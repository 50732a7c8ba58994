"""Prints "N passed, N failed" for one bazel test: the test cases, not files.

usage: count_tests.py BUILD_EVENT_JSON_FILE BAZEL_EXIT_STATUS
A test that wrote no report, did not build or was cut off is one failed case;
one that is not for this build (target_compatible_with) is none.
Exits with 1 if anything failed.
"""

import json
import sys
import urllib.parse
from typing import Iterator, Tuple
from xml.etree import ElementTree


def read_events(path: str) -> Iterator[dict]:
    with open(path, encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def count_report(path: str) -> Tuple[int, int]:
    """Passed and failed cases of one JUnit file; skipped ones are neither."""
    passed = failed = 0
    for case in ElementTree.parse(path).iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is None and case.get("status") != "notrun":
            passed += 1
    return passed, failed


def count_result(result: dict) -> Tuple[int, int]:
    """Returns (passed, failed) of one testResult event."""
    passed = failed = 0
    for output in result.get("testActionOutput", []):
        if output["name"] == "test.xml":
            uri = urllib.parse.urlparse(output["uri"])
            try:
                passed, failed = count_report(urllib.parse.unquote(uri.path))
            except (OSError, ElementTree.ParseError):
                passed = failed = 0
    if result.get("status") != "PASSED":
        failed = max(failed, 1)
    return passed, failed


def count(events: Iterator[dict], status: int) -> Tuple[int, int]:
    tests, results, built = set(), {}, {}
    for event in events:
        key = event["id"]
        if "testSize" in event.get("configured", {}):
            tests.add(key["targetConfigured"]["label"])
        elif "testResult" in event:  # The last attempt counts.
            run = key["testResult"]
            where = run["label"], run.get("shard", 0), run.get("run", 0)
            results[where] = count_result(event["testResult"])
        elif "targetCompleted" in key:
            built[key["targetCompleted"]["label"]] = (
                event.get("completed", {}).get("success", False) or
                event.get("aborted", {}).get("reason") == "SKIPPED")
    unbuilt = [t for t in tests if not built.get(t, True)]
    passed = sum(p for p, _ in results.values())
    failed = sum(f for _, f in results.values()) + len(unbuilt)
    if status and not failed:
        failed = 1  # Bazel stopped before any test could fail.
    return passed, failed


def main() -> None:
    path, status = sys.argv[1:]
    try:
        passed, failed = count(read_events(path), int(status))
    except (OSError, json.JSONDecodeError):
        passed, failed = 0, 1
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
