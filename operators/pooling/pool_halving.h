// Max pooling by windows of two by two without overlap, the usual case, for
// which there are no bounds to check. Rows `above` and `below` have 2 * size
// elements:
//
//   above  a0 a1 | a2 a3 | ...
//   below  b0 b1 | b2 b3 | ...
//   out     m0   |  m1   | ...
#pragma once

#include <cstdint>

namespace paddle::operators::kernels {

// Computes out[j] = the largest of above[2j], above[2j + 1], below[2j] and
// below[2j + 1]; NaN if there is one. T: float, double.
template <typename T>
void HalveRow(int64_t size, const T* above, const T* below, T* out);

// Gives d_out[j] to the first of the largest (among NaNs: to the first
// element), and 0 to the other three. All four are written, so the caller need
// not clear them.
template <typename T>
void HalveRowGrad(int64_t size, const T* above, const T* below, const T* d_out,
                  T* d_above, T* d_below);

}  // namespace paddle::operators::kernels
