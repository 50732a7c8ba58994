// Shape inference shared by operators on tensor arrays.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// Throws InvalidArgument, naming shape and data type, unless the input is a
// single int32 or int64.
void CheckIndex(const framework::InferShapeContext& context,
                absl::string_view slot);

// Returns the shape of elements of both tensors, with a fresh symbol for each
// size that differs. Throws InvalidArgument, naming both shapes, for different
// ranks. An `array` of rank 0 has elements of unknown shape.
framework::Dims CommonDims(const framework::Dims& array,
                           const framework::Dims& element,
                           framework::SizeAlgebra* sizes);

}  // namespace paddle::operators
