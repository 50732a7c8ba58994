"""Training loops: pd.Trainer, and what it is made of.

    trainer         pd.Trainer: the network, its programs and their values
    run             one call of Trainer.train: the loop over epochs and batches
    feeds           batches and their feeds, made while a step computes
    shares          writes a checkpoint with the other trainers of a job
    state           what a checkpoint holds, written and read
    trained         what the three see of a trainer
    checkpoint      pd.Checkpoints: folders that are complete or not there
    early_stopping  pd.EarlyStopping: when training has stopped to help
    predictions     what the network says of all that a reader gives
    history         what Trainer.train returns
    measures        the loss and the metrics over many batches
    progress        the bar on a terminal, or lines elsewhere
    interrupt       Ctrl-C that waits until a step has ended

What a handler is told stands in `pd.event`, the metrics in `pd.metric`.
"""
