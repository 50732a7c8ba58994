#include "paddle/operators/reduction/cumsum.h"

#include <algorithm>

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/reduction/running_sum.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

constexpr int64_t kGrain = 16384;

// Computes one running sum over `size` elements at distances of `step`
// (backwards if negative).
template <typename T>
void ScanOne(int64_t size, int64_t step, bool exclusive, const T* x, T* out) {
  using A = RunningSum<T>;
  A sum(0);
  for (int64_t i = 0; i < size; ++i, x += step, out += step) {
    const A next = Add(sum, static_cast<A>(*x));
    *out = T(exclusive ? sum : next);
    sum = next;
  }
}

// The number of neighbouring sums that one piece of work advances together, row
// by row: their accumulators stay in the innermost cache.
constexpr int64_t kColumns = 512;

// Adds a row to the sums and stores them; `out` may be x. The loop runs over
// independent sums and is vectorized, which one running sum cannot be.
template <typename A, typename T>
void AddRow(int64_t width, bool exclusive, const T* x, A* sums, T* out) {
  ForIndependent(width, [=](int64_t j) {
    const A sum = sums[j];
    const A next = Add(sum, static_cast<A>(x[j]));
    out[j] = static_cast<T>(exclusive ? sum : next);
    sums[j] = next;
  });
}

// Computes `width` <= kColumns running sums as ScanOne does one.
template <typename T>
void ScanSeveral(int64_t size, int64_t step, int64_t width, bool exclusive,
                 const T* x, T* out) {
  using A = RunningSum<T>;
  A sums[kColumns] = {};
  for (int64_t i = 0; i < size; ++i, x += step, out += step) {
    if constexpr (platform::kIsHalf<T>) {
      float row[kColumns];
      ToFloat(width, x, row);
      AddRow(width, exclusive, row, sums, row);
      FromFloat(width, row, out);
    } else {
      AddRow(width, exclusive, x, sums, out);
    }
  }
}

}  // namespace

template <class Device, class T>
void CumSum(const Device&, const Tensor& x, int axis, bool exclusive,
            bool reverse, Workspace workspace, Tensor* out) {
  // Only GPUs need it, for the sums of parts.
  static_cast<void>(workspace);
  if (x.numel() == 0) return;
  const int64_t size = x.dims()[axis];
  const int64_t inner = x.dims().Slice(axis + 1, x.rank()).Numel();
  const int64_t blocks = (inner - 1) / kColumns + 1;
  const int64_t step = reverse ? -inner : inner;
  const int64_t start = reverse ? (size - 1) * inner : 0;
  const T* data = x.data<T>();
  T* sums = out->mutable_data<T>();
  const auto scan = [=](int64_t begin, int64_t end) {
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t column = unit % blocks * kColumns;
      const int64_t at = unit / blocks * size * inner + start + column;
      if (inner == 1) {
        ScanOne(size, step, exclusive, data + at, sums + at);
      } else {
        ScanSeveral(size, step, std::min(kColumns, inner - column), exclusive,
                    data + at, sums + at);
      }
    }
  };
  const int64_t unit = size * std::min(inner, kColumns);
  platform::ParallelFor(x.numel() / (size * inner) * blocks, kGrain / unit + 1,
                        scan);
}

PADDLE_INSTANTIATE(CumSum, platform::CPUDeviceContext, PADDLE_NUMBERS);

}  // namespace paddle::operators::kernels
