// Shape inference of windows that slide over an image.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::operators {

// Return the notation of images with 2 or 3 spatial axes in messages and
// documentation: "[N, C, H, W]", "height, width".
const char* ImageText(int axes);
const char* AxesText(int axes);

// Returns the shape of an input of images. Throws InvalidArgument, naming the
// input, unless it has `axes` axes after the first two.
framework::Dims ImageDims(const framework::InferShapeContext& context,
                          absl::string_view slot, int axes);

// Returns a list attribute with one number per axis. Throws InvalidArgument,
// naming it, for another length.
const std::vector<int64_t>& AxesAttr(
    const framework::InferShapeContext& context, absl::string_view attr,
    int axes);

// The sizes of a window and of its steps along one axis of an image.
struct WindowAxis {
  int64_t size;   // of the image; may be a symbol
  int64_t reach;  // from the first to the last element of the window
  int64_t stride;
  int64_t before;  // the padding
  int64_t after;
};

// Returns the number of windows. With `ceil_mode` a window that reaches beyond
// the padded image counts as well, if it begins inside the image or the padding
// before it. Throws InvalidArgument if the window is larger than the padded
// image.
int64_t WindowCount(framework::InferShapeContext* context,
                    const WindowAxis& axis, bool ceil_mode);

}  // namespace paddle::operators
