// Shape inference for labels of the rows of sequences.
#pragma once

#include <string>

#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::operators {

// Throws InvalidArgument, naming the input and its shape, unless it is int64,
// [rows, 1] or [rows], with as many rows as the input `rows`; if it has
// sequences, they must be the same. Sequences are compared only in a run, when
// they are known.
void CheckRowLabels(const framework::InferShapeContext& context,
                    const std::string& slot, const std::string& rows);

}  // namespace paddle::operators
