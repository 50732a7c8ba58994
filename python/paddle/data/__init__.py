"""Data on its way from readers to the feeds of a run.

What users call stands in `pd.reader` (decorators of readers, DataPipeline) and
in the package itself (`pd.DataFeeder`); data sets are in `pd.dataset`.

    pipeline    DataPipeline: steps over samples, with a position to be saved
    stages      one class for each kind of step
    samples     the samples of one pass: shuffled, in batches, in buckets
    read_ahead  threads that read, or compute, before anybody asks
    feeder      from batches of samples to what Executor.run is fed
"""
