// Shapes of labels of sequences.
#pragma once

#include <string>

#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::operators {

// InvalidArgument, naming the input and its shape, unless it is int64 and
// [rows, 1] or [rows].
void CheckColumn(const framework::InferShapeContext& context,
                 const std::string& slot);

// As above, and with as many rows as the input `rows`; if it has sequences,
// they are the same.
void CheckRowLabels(const framework::InferShapeContext& context,
                    const std::string& slot, const std::string& rows);

}  // namespace paddle::operators
