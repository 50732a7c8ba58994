#include "paddle/operators/normalization/fused_layer_norm.h"

#include <algorithm>

#include "absl/types/optional.h"

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/dropout_run.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/wide_output.h"
#include "paddle/operators/normalization/row_normalizer.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Accumulator;

// Elements that are dropped, and added, at a time.
constexpr int64_t kRun = DropoutRun<float>::kMost;
// Elements of the rows that are summed before the first is normalized. One row
// at least: what is read twice stays in the innermost cache.
constexpr int64_t kPiece = 2048;

// Computes out = x + y as elementwise_add does, for at most kRun elements.
template <typename T>
void AddRun(int64_t size, const T* x, const T* y, T* out) {
  using A = Accumulator<T>;
  A space[2 * kRun];
  const A* a = Widen(size, x, space);
  const A* b = Widen(size, y, space + kRun);
  A* sum = WideOutput(out, space);
  AssignRun(size, sum, [=](int64_t j) { return Add(a[j], b[j]); });
  StoreWide(size, sum, out);
}

// Computes the sums of some elements on the calling thread.
template <typename T>
struct Summands {
  // Computes elements [begin, end) to `out`, which begins at element `begin`.
  void Add(int64_t begin, int64_t end, T* out) const {
    for (int64_t i = begin; i < end; i += kRun, out += kRun) {
      const int64_t size = std::min(kRun, end - i);
      T dropped[kRun];
      const T* kept = x + i;
      if (drop) {
        (*drop)(i, size, x + i, dropped, mask == nullptr ? nullptr : mask + i);
        kept = dropped;
      }
      AddRun(size, kept, residual + i, out);
    }
  }

  const T* x;
  const T* residual;
  absl::optional<DropoutRun<T>> drop;
  uint8_t* mask;  // null: not wanted, or all ones
};

template <typename T>
Summands<T> SummandsOf(bool is_test, const platform::RandomKey& key,
                       double probability, const LayerNormInputs& in,
                       Tensor* mask) {
  Summands<T> made{in.x.data<T>(), in.residual.data<T>(), absl::nullopt,
                   nullptr};
  if (is_test || probability == 0) {
    if (mask != nullptr) Fill(platform::CPUContext(), 1, mask);
    return made;
  }
  made.drop.emplace(key, probability);
  if (mask != nullptr) made.mask = mask->mutable_data<uint8_t>();
  return made;
}

}  // namespace

template <class Device, class T>
void FusedLayerNorm(const Device&, const LayerRows& rows, bool is_test,
                    const platform::RandomKey& key, double probability,
                    double epsilon, const LayerNormInputs& in,
                    const LayerNormOutputs& out) {
  const NormRows shape = rows(in.x.dims());
  const auto summands = SummandsOf<T>(is_test, key, probability, in, out.mask);
  const RowNormalizer<T> normalize(shape, in.scale, in.bias, epsilon, out.mean,
                                   out.variance);
  T* y = out.y->mutable_data<T>();
  // Without a sum to be kept, rows are normalized in place.
  T* sum = out.sum == nullptr ? y : out.sum->mutable_data<T>();
  const int64_t size = shape.row_size();
  const int64_t step = kPiece / (size + 1) + 1;
  platform::ParallelFor(
      shape.rows(), normalize.grain(), [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; row += step) {
          const int64_t last = std::min(row + step, end);
          summands.Add(row * size, last * size, sum + row * size);
          normalize(row, last, sum + row * size, y + row * size);
        }
      });
}

PADDLE_INSTANTIATE(FusedLayerNorm, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
