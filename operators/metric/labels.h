// Checks of the inputs of metrics, for their schemas. All throw
// InvalidArgument, naming operator, slot and what was found.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::operators {

// Checks that the input is of this data type.
void CheckType(const framework::InferShapeContext& context,
               absl::string_view slot, framework::DataType dtype);
// Checks that the input is [rows] or [rows, 1].
void CheckColumn(const framework::InferShapeContext& context,
                 absl::string_view slot);
// Checks that two inputs may have the same number of rows; a size that is not
// known yet fits any.
void CheckSameRows(const framework::InferShapeContext& context,
                   absl::string_view slot, absl::string_view other);
// Checks that the input, unless it is left out, is of this data type and has
// exactly these dims.
void CheckState(const framework::InferShapeContext& context,
                absl::string_view slot, framework::DataType dtype,
                const framework::Dims& dims);

}  // namespace paddle::operators
