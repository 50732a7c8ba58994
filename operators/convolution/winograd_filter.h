// Transforms the filters of winograd.h, and their gradients back.
#pragma once

#include <cstdint>

#include "paddle/operators/convolution/winograd_tiles.h"

namespace paddle::operators::kernels::winograd {

// The rows and columns of a matrix, of filters [filters, channels, 3, 3].
enum class FilterOrder {
  kForward,   // [channels, filters]
  kBackward,  // [filters, channels], with the taps from last to first
};

// Writes the factors of the filters, in parallel. The columns of the matrix are
// a multiple of 8.
void WriteFilterFactors(FilterOrder order, const float* filter,
                        const Factors& factors);
// Writes the gradient of the filters from that of factors in kForward.
void WriteFilterGrad(const Factors& factors, float* d_filter);

}  // namespace paddle::operators::kernels::winograd
