#include "paddle/operators/math/loops/reduce_nest.h"

namespace paddle::operators::kernels {

ReductionParts ReductionParts::Of(int64_t total, int64_t rows, int64_t outputs,
                                  bool flat) {
  constexpr int64_t kTermsPerPart = 65536;
  constexpr int64_t kMaxParts = 256;
  // Combining the parts takes outputs * parts additions: this keeps it below a
  // quarter of the terms.
  const int64_t worthwhile = total / outputs / 4;
  const int64_t wanted =
      std::min({total / kTermsPerPart, kMaxParts, worthwhile, rows});
  ReductionParts parts;
  parts.rows = (rows - 1) / std::max<int64_t>(wanted, 1) + 1;
  // Whole blocks, so that every part but the last runs vectorized to its end.
  if (flat) parts.rows = (parts.rows + kBlock - 1) / kBlock * kBlock;
  parts.count = (rows - 1) / parts.rows + 1;
  return parts;
}

}  // namespace paddle::operators::kernels
