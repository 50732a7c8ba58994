// Checks that the metrics of rows share.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::operators {

// InvalidArgument, naming operator, slot and shapes, unless ...
// ... the input is of this data type,
void CheckType(const framework::InferShapeContext& context,
               absl::string_view slot, framework::DataType dtype);
// ... it is [rows] or [rows, 1],
void CheckColumn(const framework::InferShapeContext& context,
                 absl::string_view slot);
// ... two inputs may have the same number of rows,
void CheckSameRows(const framework::InferShapeContext& context,
                   absl::string_view slot, absl::string_view other);
// ... it has this shape.
void CheckState(const framework::InferShapeContext& context,
                absl::string_view slot, const framework::Dims& dims);

}  // namespace paddle::operators
