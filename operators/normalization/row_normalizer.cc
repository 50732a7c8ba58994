#include "paddle/operators/normalization/row_normalizer.h"

#include <algorithm>
#include <functional>

#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/wide_output.h"
#include "paddle/operators/normalization/inverse_of.h"
#include "paddle/operators/normalization/mixed_precision_vector.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::operators::kernels {
namespace {

// Returns the mean of term(j) for j in [0, size); 0 if there are none.
template <typename A, typename Term>
A MeanOf(int64_t size, const Term& term) {
  return ReduceRun(size, A(0), std::plus<A>(), term) /
         static_cast<A>(std::max<int64_t>(size, 1));
}

// Normalizes one row; `x` and `y` begin at the row.
template <typename A>
void WriteRow(const NormRows& s, int64_t row, const A* x, A mean, A inverse,
              const A* scale, const A* bias, A* y) {
  ForEachStretch(
      s, row, [&](int64_t at, int64_t length, int64_t channel, int64_t step) {
        WithOperand(scale + channel, step, [&](const auto& a) {
          WithOperand(bias + channel, step, [&, a](const auto& b) {
            const A* from = x + at;
            AssignRun(length, y + at, [=](int64_t j) {
              return (from[j] - mean) * (inverse * a[j]) + b[j];
            });
          });
        });
      });
}

}  // namespace

template <typename T>
RowNormalizer<T>::RowNormalizer(const NormRows& shape,
                                const framework::Tensor* scale,
                                const framework::Tensor* bias, double epsilon,
                                framework::Tensor* mean,
                                framework::Tensor* spread)
    : shape_(shape), epsilon_(epsilon) {
  const int64_t channels = shape.all_channels();
  A* space = ThreadScratch<A>(ScratchSlot::kShared, 2 * channels);
  scale_ = ReadVector(scale, channels, A(1), space);
  bias_ = ReadVector(bias, channels, A(0), space + channels);
  means_ = mean == nullptr ? nullptr : mean->mutable_data<A>();
  spreads_ = spread->mutable_data<A>();
}

template <typename T>
void RowNormalizer<T>::operator()(int64_t begin, int64_t end, const T* x,
                                  T* y) const {
  const int64_t size = shape_.row_size();
  A* space = ThreadScratch<A>(ScratchSlot::kPiece, 2 * size);
  for (int64_t row = begin; row < end; ++row, x += size, y += size) {
    A* out = WideOutput(y, space + size);
    Normalize(row, Widen(size, x, space), out);
    StoreWide(size, out, y);
  }
}

template <typename T>
void RowNormalizer<T>::Normalize(int64_t row, const A* in, A* out) const {
  const int64_t size = shape_.row_size();
  const A mean = means_ == nullptr
                     ? A(0)
                     : MeanOf<A>(size, [=](int64_t j) { return in[j]; });
  // Centred before it is squared: mean(x^2) - mean^2 would cancel.
  const A variance = MeanOf<A>(
      size, [=](int64_t j) { return (in[j] - mean) * (in[j] - mean); });
  const A inverse = InverseOf(variance, epsilon_);
  if (means_ != nullptr) means_[row] = mean;
  spreads_[row] = means_ == nullptr ? inverse : variance;
  WriteRow(shape_, row, in, mean, inverse, scale_, bias_, out);
}

template class RowNormalizer<float>;
template class RowNormalizer<double>;
template class RowNormalizer<platform::float16>;
template class RowNormalizer<platform::bfloat16>;

}  // namespace paddle::operators::kernels
