// Shapes of what slides over an image.
#pragma once

#include <array>
#include <cstdint>

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::operators {

// The two numbers, height and width, of a list attribute. InvalidArgument,
// naming it, unless there are two.
std::array<int64_t, 2> PairAttr(const framework::InferShapeContext& context,
                                absl::string_view attr);

// How a window moves along one axis of an image.
struct WindowAxis {
  int64_t size;   // of the image; may be a symbol
  int64_t reach;  // from the first to the last element of the window
  int64_t stride;
  int64_t padding;  // before and after
};

// How many windows fit. With `ceil_mode` one that reaches beyond the padded
// image counts as well, if it begins inside the image or the padding before
// it. InvalidArgument if the window is larger than the padded image.
int64_t WindowCount(framework::InferShapeContext* context,
                    const WindowAxis& axis, bool ceil_mode);

}  // namespace paddle::operators
