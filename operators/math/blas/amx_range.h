// Says which floats AMX can multiply.
#pragma once

#include <cstdint>

#include "paddle/operators/math/blas/gemm_tile.h"

namespace paddle::operators::kernels {

// True if all elements of x [rows, columns] are finite and below 2^127: their
// first terms (amx_pack.h) are numbers then, so that all products are what they
// are without AMX. Thread safe.
bool AmxHolds(int64_t rows, int64_t columns, const GemmOperand<const float>& x);

}  // namespace paddle::operators::kernels
