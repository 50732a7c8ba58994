// Shape inference of operators that may keep the rows of X. Sequences are
// sequences of rows: an output has those of X only if its rows are the rows of
// X, in their order.
#pragma once

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// Sets Out to the shape `out` and the data type of X. With `keeps_rows` it has
// the sequences of X as well.
void SetOut(framework::InferShapeContext* context, const framework::Dims& out,
            bool keeps_rows);

// Sets Out likewise: it has the sequences of X if it has as many rows. Sizes
// that are different symbols count as different.
void SetOutOfRows(framework::InferShapeContext* context,
                  const framework::Dims& out);

}  // namespace paddle::operators
