// Infers the number of items from the shape of a mask.
#pragma once

#include <cstdint>

#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::operators {

// Returns the number of items that the input Mask selects from, which may be a
// symbol. Throws InvalidArgument, naming type or shape, unless the mask is
// boolean and of shape [items] or [items, 1]. Items are sequences of the other
// input if it has a LoD, rows otherwise.
int64_t MaskItems(const framework::InferShapeContext& context);

}  // namespace paddle::operators
