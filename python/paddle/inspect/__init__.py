"""Showing what a program is made of, and where its time goes.

What users call stands in the package itself: `pd.summary`, `pd.memory_plan`,
`pd.profiler`.

    summary     operators with shapes, parameters, FLOPs and bytes, as a table
    memory_plan where variables lie while a program runs, as table and picture
    flops       the floating-point operations of an operator
    profiling   the context in which operators are timed
    op_profile  what was measured, by operator, shape or line
    op_trace    the same as a file for Perfetto or chrome://tracing

Curves are `pd.plot`, event files `pd.tensorboard`, and counts of bytes in use
`pd.memory_stats`.
"""
