// Shapes of what slides over an image.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::operators {

// How messages and documentation write images with so many axes (2 or 3):
// "[N, C, H, W]", "height, width".
const char* ImageText(int axes);
const char* AxesText(int axes);

// The dims of an input of images; InvalidArgument, naming the input, unless
// they have `axes` axes behind the first two.
framework::Dims ImageDims(const framework::InferShapeContext& context,
                          absl::string_view slot, int axes);

// A list attribute with one number for each axis. InvalidArgument, naming it,
// for another count.
const std::vector<int64_t>& AxesAttr(
    const framework::InferShapeContext& context, absl::string_view attr,
    int axes);

// How a window moves along one axis of an image.
struct WindowAxis {
  int64_t size;   // of the image; may be a symbol
  int64_t reach;  // from the first to the last element of the window
  int64_t stride;
  int64_t before;  // the padding
  int64_t after;
};

// How many windows fit. With `ceil_mode` one that reaches beyond the padded
// image counts as well, if it begins inside the image or the padding before
// it. InvalidArgument if the window is larger than the padded image.
int64_t WindowCount(framework::InferShapeContext* context,
                    const WindowAxis& axis, bool ceil_mode);

}  // namespace paddle::operators
