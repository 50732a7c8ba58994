// Products of a row major matrix with a vector, with AVX-512.
#pragma once

#include <cstdint>

namespace paddle::operators::kernels {

// Returns the sum of the products of two vectors. The order in which they are
// added up depends on k alone. On processors with AVX-512 (HasAvx512Gemm).
float DotAvx512(int64_t k, const float* a, const float* b);

}  // namespace paddle::operators::kernels
