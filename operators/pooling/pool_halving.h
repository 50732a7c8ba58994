// Computes max pooling with windows of 2 x 2 and stride 2, the usual case, on a
// pair of rows. There is no padding, so no bounds are checked. Rows `above` and
// `below` have 2 * size elements, `out` has size:
//
//   above  a0 a1 | a2 a3 | ...
//   below  b0 b1 | b2 b3 | ...
//   out     m0   |  m1   | ...
#pragma once

#include <cstdint>

namespace paddle::operators::kernels {

// Computes out[j] = the largest of above[2j], above[2j + 1], below[2j] and
// below[2j + 1]; NaN if any of them is. T: float, double.
template <typename T>
void MaxPool2x2Row(int64_t size, const T* above, const T* below, T* out);

// Computes the gradient of MaxPool2x2Row: the first of the largest elements
// gets d_out[j] (if any is NaN, the first element does), the other three get 0.
// All four are written, so the caller need not clear them.
template <typename T>
void HalveRowGrad(int64_t size, const T* above, const T* below, const T* d_out,
                  T* d_above, T* d_below);

}  // namespace paddle::operators::kernels
