"""One program on many trainers.

    job = pd.distributed.init()
    program = job.parallelize(pd.default_main_program())
    for feed in job.shard(batches):
        job.run(exe, program, feed, fetch_list=[loss])

A process that nobody started as part of a job is a job of one: the same script
runs alone, and computes the same bits as without this package.
"""

from .job import Job, init

__all__ = ["Job", "init"]
