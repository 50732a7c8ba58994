// What the shape functions of operators on tensor arrays share.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// InvalidArgument, with shape and data type, unless it is one int32 or int64.
void CheckIndex(const framework::InferShapeContext& context,
                absl::string_view slot);

// The dims that elements of both have, a fresh symbol where they differ;
// InvalidArgument, with both, for another number of axes. Elements without axes
// in `array` are not known yet.
framework::Dims CommonDims(const framework::Dims& array,
                           const framework::Dims& element,
                           framework::SizeAlgebra* sizes);

}  // namespace paddle::operators
