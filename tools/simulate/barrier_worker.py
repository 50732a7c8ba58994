"""One of the processes that calibrate times: it meets the others very often,
and prints the seconds that a meeting takes, and those of its processor."""

import json
import time

import paddle as pd

_MEETINGS, _WARM = 2000, 200


def main() -> None:
    """Runs as one of the trainers of a job."""
    job = pd.distributed.init()
    for _ in range(_WARM):
        job.barrier()
    begin, spent = time.perf_counter(), time.process_time()
    for _ in range(_MEETINGS):
        job.barrier()
    print(json.dumps({
        "seconds": (time.perf_counter() - begin) / _MEETINGS,
        "processor": (time.process_time() - spent) / _MEETINGS}))


if __name__ == "__main__":
    main()
