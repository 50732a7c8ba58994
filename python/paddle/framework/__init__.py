"""Functions on programs, scopes and the process as a whole.

What users call stands in the package itself: `pd.gradients`, `pd.seed`.

    backward     gradients of variables with respect to others
    scope        the scope that programs run in
    seed         the seed of everything random
    plugin       operators from shared libraries, and the header they include
    weight_norm  parameters that are trained as direction and size
    listed       arguments that are lists of variables

Programs, variables and the executor themselves are C++: `paddle.core`.
"""
