// Max pooling by windows of two by two, side by side: the usual case.
#pragma once

#include <cstdint>

namespace paddle::operators::kernels {

// out[j] = the largest of above[2j], above[2j + 1], below[2j], below[2j + 1];
// NaN if there is one. T is float or double.
template <typename T>
void HalveRow(int64_t size, const T* above, const T* below, T* out);

// d_out[j] goes to the first of the largest (of NaN: to the first element);
// the other three get 0.
template <typename T>
void HalveRowGrad(int64_t size, const T* above, const T* below, const T* d_out,
                  T* d_above, T* d_below);

}  // namespace paddle::operators::kernels
