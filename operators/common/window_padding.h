// The padding around images over which windows slide, as operators declare it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/registry/op_maker.h"

namespace paddle::operators {

// Declares the attributes "paddings", a number from 0 to 2^31 for each of
// `axes` axes or for each of their ends, and "padding_algorithm". `comment`
// says what paddings are, and `same` what the algorithm SAME is.
void AddPaddingAttrs(framework::OpMaker* op, int axes,
                     const std::string& comment, const std::string& same);

// The padding that these attributes of an operator say, axis by axis. Refers to
// the attributes of the context, which must live longer.
class WindowPadding {
 public:
  // Throws InvalidArgument, naming the operator, unless there is a number for
  // each axis or for each end.
  WindowPadding(const framework::InferShapeContext& context, int axes);

  // True if the padding follows from the sizes of image and windows; before and
  // after are then not to be read.
  bool is_same() const { return same_; }
  int64_t before(int axis) const { return paddings_[axis * step_]; }
  int64_t after(int axis) const { return paddings_[axis * step_ + step_ - 1]; }

  // Returns the number of windows along an axis of an image of `size` elements,
  // which may be a symbol: WindowCount (window_shape.h), or of the algorithm
  // SAME size / stride, rounded up. Throws InvalidArgument as WindowCount does,
  // and for SAME windows on no elements.
  int64_t Count(framework::InferShapeContext* context, int axis, int64_t size,
                int64_t reach, int64_t stride, bool ceil_mode) const;

 private:
  const std::vector<int64_t>& paddings_;
  const int step_;  // 1: the same at both ends; 2: before, after
  const bool same_;
};

}  // namespace paddle::operators
