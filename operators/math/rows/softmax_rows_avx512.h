// Softmax of rows of floats, and its logarithm, on processors with AVX-512,
// chosen when the program runs: the rest of it need not be compiled for them.
#pragma once

#include <cstdint>

namespace paddle::operators::kernels {

// Returns true if the processor has what SoftmaxRowsAvx512 needs.
bool HasSoftmaxRowsAvx512();

// Computes what SoftmaxRows (softmax_rows.h) says, with the same accuracy; for
// rows of 64 elements and more it is the faster one. Memory behind x and `out`
// is fetched ahead, as callers go from row to row. With `streams` an `out`
// other than x is written past the caches, if its rows are aligned and not too
// long; the last call of a thread is then followed by EndStream (streaming.h).
// The bits are the same. Throws Unimplemented on other processors.
void SoftmaxRowsAvx512(int64_t rows, int64_t size, const float* x, bool streams,
                       float* out);

// Computes out = x - max(x) - log(sum(exp(x - max(x)))) of each row; `out` may
// be x. A row with a NaN or an infinite maximum becomes NaN. Throws
// Unimplemented on other processors.
void LogSoftmaxRowsAvx512(int64_t rows, int64_t size, const float* x,
                          float* out);

}  // namespace paddle::operators::kernels
