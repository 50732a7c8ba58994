"""One program on many trainers.

    job = pd.distributed.init()
    program = job.parallelize(pd.default_main_program())
    for feed in job.shard(batches):
        job.run(exe, program, feed, fetch_list=[loss])

A process that nobody started as part of a job is a job of one: the same script
runs alone, and computes the same bits as without this package.

Data without an order, such as files, is what a TaskQueue shares out.

`submit` sends a program to a cluster, which trains it without Python.
"""

from .job import Job, init
from .stages import Pipeline
from .submit import Cluster, Data, submit
from .submitted_job import SubmittedJob
from .tasks import Task, TaskQueue

__all__ = ["Cluster", "Data", "Job", "Pipeline", "SubmittedJob", "Task",
           "TaskQueue", "init", "submit"]
