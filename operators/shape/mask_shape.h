// The shape of a mask.
#pragma once

#include <cstdint>

#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::operators {

// How many items the input Mask speaks of. InvalidArgument, naming type or
// shape, unless it is of bool and [items] or [items, 1].
int64_t MaskItems(const framework::InferShapeContext& context);

}  // namespace paddle::operators
