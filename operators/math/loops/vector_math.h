// Elementary functions of many numbers at once, several times faster than one
// call of the C library each.
#pragma once

#include <cstdint>

namespace paddle::operators::kernels {

// out[i] = f(x[i]) for i in [0, size); out may be x. Each result depends on its
// x alone, not on its place or neighbours, and is accurate to a few units in
// the last place. NaN gives NaN. A result below the smallest normal number may
// be 0. T: float or double.
template <typename T>
void Exp(int64_t size, const T* x, T* out);
// -inf for 0, NaN for a negative number.
template <typename T>
void Log(int64_t size, const T* x, T* out);
template <typename T>
void Tanh(int64_t size, const T* x, T* out);
// 1 / (1 + exp(-x))
template <typename T>
void Sigmoid(int64_t size, const T* x, T* out);

}  // namespace paddle::operators::kernels
