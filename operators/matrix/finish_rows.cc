#include "paddle/operators/matrix/finish_rows.h"

#include <algorithm>

#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

// Elements that are worth a thread.
constexpr int64_t kGrain = 16 * 1024;

// Finishes one row, in runs that fit on the stack.
template <typename T>
void FinishRow(int64_t columns, FusedActivation f, const T* bias,
               const T* residual, T* out) {
  using A = platform::Accumulator<T>;
  if (bias == nullptr) return FinishRun<T>(f, columns, residual, out);
  for (int64_t j = 0; j < columns; j += internal::kHalfRun) {
    const int64_t size = std::min(internal::kHalfRun, columns - j);
    A sums[internal::kHalfRun], space[internal::kHalfRun];
    const A* more = Widen(size, bias + j, space);
    A out_space[internal::kHalfRun];
    AssignBlocks(
        size, [](A a, A b) { return a + b; }, sums,
        Widen(size, out + j, out_space), more);
    FinishRun<T>(f, size, sums, residual == nullptr ? nullptr : residual + j,
                 out + j);
  }
}

}  // namespace

template <class Device, class T>
void FinishRows(const Device&, int64_t rows, int64_t columns, FusedActivation f,
                const T* bias, const T* residual, T* out) {
  if (columns == 0) return;
  platform::ParallelFor(
      rows, kGrain / columns + 1, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          FinishRow(columns, f, bias,
                    residual == nullptr ? nullptr : residual + i * columns,
                    out + i * columns);
        }
      });
}

PADDLE_INSTANTIATE(FinishRows, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
