#include "paddle/operators/normalization/fused_layer_norm.h"

#include <algorithm>

#include "absl/types/optional.h"

#include "paddle/operators/math/loops/dropout_run.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/normalization/row_normalizer.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Elements of the rows of which some are dropped before the first is
// normalized: one row at least, which stays in the innermost cache.
constexpr int64_t kPiece = 2048;

// The operand that a residual is added to.
template <typename T>
struct Summand {
  // Returns elements [begin, end), those of x or others in `space`, which has
  // room for them and may be the memory of x.
  const T* Read(int64_t begin, int64_t end, T* space) const {
    if (!drop) return x + begin;
    constexpr int64_t kMost = DropoutRun<T>::kMost;
    for (int64_t i = begin; i < end; i += kMost) {
      (*drop)(i, std::min(kMost, end - i), x + i, space + (i - begin),
              mask == nullptr ? nullptr : mask + i);
    }
    return space;
  }

  const T* x;
  absl::optional<DropoutRun<T>> drop;
  uint8_t* mask;  // null: not wanted, or all ones
};

template <typename T>
Summand<T> SummandOf(bool is_test, const platform::RandomKey& key,
                     double probability, const Tensor& x, Tensor* mask) {
  Summand<T> made{x.data<T>(), absl::nullopt, nullptr};
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
  const auto x = SummandOf<T>(is_test, key, probability, in.x, out.mask);
  const RowNormalizer<T> normalizer(shape, in.scale, in.bias, epsilon, out.mean,
                                    out.variance);
  const T* residual = in.residual.data<T>();
  T* y = out.y->mutable_data<T>();
  // Without a sum to be kept, rows are normalized in place.
  T* sum = out.sum == nullptr ? y : out.sum->mutable_data<T>();
  const int64_t size = shape.row_size();
  const int64_t step = kPiece / (size + 1) + 1;
  platform::ParallelFor(
      shape.rows(), normalizer.grain(), [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; row += step) {
          const int64_t last = std::min(row + step, end), at = row * size;
          normalizer.NormalizeSums(row, last, x.Read(at, last * size, sum + at),
                                   residual + at, sum + at, y + at);
        }
      });
}

PADDLE_INSTANTIATE(FusedLayerNorm, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
