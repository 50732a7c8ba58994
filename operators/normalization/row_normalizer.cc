#include "paddle/operators/normalization/row_normalizer.h"

#include <algorithm>
#include <functional>
#include <type_traits>

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/operators/math/loops/streaming.h"
#include "paddle/operators/math/loops/sum_run.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/wide_output.h"
#include "paddle/operators/normalization/inverse_of.h"
#include "paddle/operators/normalization/mixed_precision_vector.h"
#include "paddle/operators/normalization/normalize_row_avx512.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::operators::kernels {
namespace {

// Returns the mean of the terms 0 to size - 1, as for SumRun; 0 if there are
// none.
template <typename A, typename Term>
A MeanOf(int64_t size, const Term& term) {
  return SumRun<A>(size, term) / static_cast<A>(std::max<int64_t>(size, 1));
}

// Rows from this size on are summed by a vectorized loop.
constexpr int64_t kLongRow = 4 * kBlock;

// Computes out = x + y as elementwise_add does, 16-bit numbers in runs.
template <typename T>
void AddRows(int64_t size, const T* x, const T* y, T* out) {
  if constexpr (platform::kIsHalf<T>) {
    constexpr int64_t kRun = 512;
    float a[kRun], b[kRun];
    for (int64_t i = 0; i < size; i += kRun) {
      const int64_t count = std::min(kRun, size - i);
      ToFloat(count, x + i, a);
      ToFloat(count, y + i, b);
      AccumulateRun(count, a, std::plus<float>(),
                    [&b](int64_t j) { return b[j]; });
      FromFloat(count, a, out + i);
    }
  } else {
    AssignRun(size, out, [=](int64_t j) { return Add(x[j], y[j]); });
  }
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
bool RowNormalizer<T>::UsesAvx512() const {
  return std::is_same_v<T, float> && shape_.inner == 1 && means_ != nullptr &&
         HasNormalizeRowAvx512();
}

template <typename T>
void RowNormalizer<T>::NormalizeByAvx512(int64_t row, bool streams, const T* x,
                                         T* y) const {
  if constexpr (std::is_same_v<T, float>) {
    const int64_t channel = row % shape_.groups * shape_.channels;
    const RowMoments moments =
        NormalizeRowAvx512(shape_.row_size(), x, scale_ + channel,
                           bias_ + channel, epsilon_, streams, y);
    means_[row] = moments.mean;
    spreads_[row] = moments.variance;
  }
}

template <typename T>
void RowNormalizer<T>::operator()(int64_t begin, int64_t end, const T* x, T* y,
                                  bool streams) const {
  const int64_t size = shape_.row_size();
  A* space = ThreadScratch<A>(ScratchSlot::kPiece, 2 * size);
  for (int64_t row = begin; row < end; ++row, x += size, y += size) {
    if (UsesAvx512()) {
      NormalizeByAvx512(row, streams, x, y);
      continue;
    }
    const A* in = Widen(size, x, space);
    const A mean =
        means_ == nullptr ? A(0) : MeanOf<A>(size, [=](auto v, int64_t j) {
          return ReadAs<decltype(v)>(in + j);
        });
    A* out = WideOutput(y, space + size);
    Normalize(row, mean, in, out);
    StoreWide(size, out, y);
  }
  if (streams) EndStream();
}

template <typename T>
void RowNormalizer<T>::NormalizeSums(int64_t begin, int64_t end, const T* x,
                                     const T* residual, T* sum, T* y) const {
  const int64_t size = shape_.row_size();
  if (platform::kIsHalf<T> || size < kLongRow) {
    AddRows((end - begin) * size, x, residual, sum);
    return (*this)(begin, end, sum, y);
  }
  for (int64_t row = begin; row < end; ++row) {
    NormalizeSum(row, x, residual, sum, y);
    x += size, residual += size, sum += size, y += size;
  }
}

template <typename T>
void RowNormalizer<T>::NormalizeSum(int64_t row, const T* x, const T* residual,
                                    T* sum, T* y) const {
  const int64_t size = shape_.row_size();
  if (UsesAvx512()) {
    AddRows(size, x, residual, sum);
    NormalizeByAvx512(row, /*streams=*/false, sum, y);
  } else if constexpr (!platform::kIsHalf<T>) {
    // One loop adds and sums: each term is computed once.
    const A mean = MeanOf<A>(size, [=](auto v, int64_t j) {
      using V = decltype(v);
      const V each = ReadAs<V>(x + j) + ReadAs<V>(residual + j);
      WriteAs(each, sum + j);
      return each;
    });
    Normalize(row, mean, sum, y);
  }
}

template <typename T>
void RowNormalizer<T>::Normalize(int64_t row, A mean, const A* in,
                                 A* out) const {
  // Centred before it is squared: mean(x^2) - mean^2 would cancel.
  const A variance = MeanOf<A>(shape_.row_size(), [=](auto v, int64_t j) {
    const auto centred = ReadAs<decltype(v)>(in + j) - mean;
    return centred * centred;
  });
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
