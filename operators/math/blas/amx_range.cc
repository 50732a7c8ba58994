#include "paddle/operators/math/blas/amx_range.h"

#include <cmath>

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/vector_loops.h"

namespace paddle::operators::kernels {

bool AmxHolds(int64_t rows, int64_t columns,
              const GemmOperand<const float>& x) {
  if (x.column_step != 1) return AmxHolds(columns, rows, x.Transposed());
  for (int64_t i = 0; i < rows; ++i) {
    const float* const row = x.At(i, 0).data;
    const float most = ReduceRun(columns, 0.0F, MaxReducer(),
                                 [=](int64_t j) { return std::abs(row[j]); });
    if (!(most < 0x1p127F)) return false;  // or NaN
  }
  return true;
}

}  // namespace paddle::operators::kernels
