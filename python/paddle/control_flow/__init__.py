"""Blocks of operators that run conditionally or repeatedly.

What users call stands in the package itself: `pd.While`, `pd.cond`, `pd.rnn`.

    branches    pd.ifelse, row by row; pd.Switch and pd.cond, a block as a whole
    while_loop  pd.While and pd.while_loop: as long as a condition holds
    recurrent   pd.rnn: once for each step of sequences
    block_body  the `with` statement in which a block is written

Each wraps a builder of the extension (python/binding), which writes the
operator; gradients and shapes of blocks are C++.
"""
