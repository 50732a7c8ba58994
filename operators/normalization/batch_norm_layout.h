// Reads the layout of images: which axis is that of the channels.
#pragma once

#include <string>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/normalization/batch_norm.h"

namespace paddle::operators {

// Returns x seen as [outer, channels, inner]; `layout` is NCHW (channels are
// axis 1) or NHWC (the last axis).
inline kernels::BatchNormShape BatchNormShapeOf(const framework::Dims& x,
                                                const std::string& layout) {
  const int axis = layout == "NHWC" ? x.rank() - 1 : 1;
  return {x.Slice(0, axis).Numel(), x[axis],
          x.Slice(axis + 1, x.rank()).Numel()};
}

}  // namespace paddle::operators
