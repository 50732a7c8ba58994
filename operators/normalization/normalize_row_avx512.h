// Layer normalization of a row of floats on processors with AVX-512, chosen
// when the program runs: the rest of it need not be compiled for them.
#pragma once

#include <cstdint>

namespace paddle::operators::kernels {

// Returns true if the processor has what NormalizeRowAvx512 needs.
bool HasNormalizeRowAvx512();

// The mean of a row and the mean square of the distances from it.
struct RowMoments {
  float mean;
  float variance;
};

// Computes out = (x - mean) / sqrt(variance + epsilon) * scale + bias of a row
// of `size` floats, all of that size, and returns its moments, whose bits
// depend on the row alone; 0 for an empty one. `out` may be x. Memory behind x
// and `out` is fetched ahead, as callers go from row to row. With `streams` an
// `out` other than x is written past the caches, if it is aligned; the last
// call of a thread is then followed by EndStream (streaming.h). Throws
// Unimplemented on other processors.
//
// Source: Ba, Kiros and Hinton, "Layer Normalization" (2016), equation 4.
RowMoments NormalizeRowAvx512(int64_t size, const float* x, const float* scale,
                              const float* bias, double epsilon, bool streams,
                              float* out);

}  // namespace paddle::operators::kernels
