#include "paddle/operators/sequence/sequence_pool.h"

#include <algorithm>
#include <cmath>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/sequence/sequence_sum.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Returns the factor of the sum of `length` rows.
template <typename T>
T ScaleOf(SequencePooling pooling, int64_t length) {
  switch (pooling) {
    case SequencePooling::kAverage:
      return T(1) / static_cast<T>(length);
    case SequencePooling::kSqrt:
      return T(1) / std::sqrt(static_cast<T>(length));
    default:
      return T(1);
  }
}

// True if a exceeds b; NaN exceeds every number, but not itself, so that the
// first NaN wins.
template <typename T>
bool Above(T a, T b) {
  return a > b || (a != a && b == b);
}

// Computes the maxima of the rows [begin, end), at least one. The selects have
// no branch, so that the loop over columns vectorizes.
template <typename T>
void MaxRows(int64_t begin, int64_t end, int64_t width, const T* x, T* out,
             int64_t* index) {
  std::copy_n(x + begin * width, width, out);
  std::fill_n(index, width, begin);
  for (int64_t r = begin + 1; r < end; ++r) {
    const T* row = x + r * width;
    ForIndependent(width, [=](int64_t j) {
      const bool above = Above(row[j], out[j]);
      out[j] = above ? row[j] : out[j];
      index[j] = above ? r : index[j];
    });
  }
}

}  // namespace

template <class Device, class T>
void SequencePool(const Device&, SequencePooling pooling, const Tensor& x,
                  Offsets offsets, double pad_value, Tensor* out) {
  const int64_t width = RowWidth(x);
  const T padding = static_cast<T>(pad_value);
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  ForEachSequence(offsets, width, [=](int64_t i, int64_t begin, int64_t end) {
    T* result = to + i * width;
    if (begin == end) {
      std::fill_n(result, width, padding);
    } else if (pooling == SequencePooling::kFirst) {
      std::copy_n(from + begin * width, width, result);
    } else if (pooling == SequencePooling::kLast) {
      std::copy_n(from + (end - 1) * width, width, result);
    } else {
      SumRows(end - begin, width, from + begin * width,
              ScaleOf<T>(pooling, end - begin), result);
    }
  });
}

template <class Device, class T>
void SequencePoolGrad(const Device&, SequencePooling pooling,
                      const Tensor& d_out, Offsets offsets, Tensor* d_x) {
  const int64_t width = RowWidth(*d_x);
  const T* from = d_out.data<T>();
  T* to = d_x->mutable_data<T>();
  const bool first = pooling == SequencePooling::kFirst;
  const bool one = first || pooling == SequencePooling::kLast;
  ForEachSequence(offsets, width, [=](int64_t i, int64_t begin, int64_t end) {
    const T* gradient = from + i * width;
    // An empty sequence has no rows to receive the gradient.
    if (begin == end) return;
    if (one) {
      std::fill(to + begin * width, to + end * width, T(0));
      const int64_t row = first ? begin : end - 1;
      std::copy_n(gradient, width, to + row * width);
      return;
    }
    const T scale = ScaleOf<T>(pooling, end - begin);
    for (int64_t r = begin; r < end; ++r) {
      AssignRun(width, to + r * width,
                [=](int64_t j) { return gradient[j] * scale; });
    }
  });
}

template <class Device, class T>
void SequenceMax(const Device&, const Tensor& x, Offsets offsets,
                 double pad_value, Tensor* out, Tensor* index) {
  const int64_t width = RowWidth(x);
  const T padding = static_cast<T>(pad_value);
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  int64_t* at = index->mutable_data<int64_t>();
  ForEachSequence(offsets, width, [=](int64_t i, int64_t begin, int64_t end) {
    if (begin == end) {
      std::fill_n(to + i * width, width, padding);
      std::fill_n(at + i * width, width, int64_t{-1});
    } else {
      MaxRows(begin, end, width, from, to + i * width, at + i * width);
    }
  });
}

template <class Device, class T>
void SequenceMaxGrad(const Device&, const Tensor& d_out, const Tensor& index,
                     Offsets offsets, Tensor* d_x) {
  const int64_t width = RowWidth(*d_x);
  const T* from = d_out.data<T>();
  const int64_t* at = index.data<int64_t>();
  T* to = d_x->mutable_data<T>();
  ForEachSequence(offsets, width, [=](int64_t i, int64_t begin, int64_t end) {
    if (begin == end) return;
    std::fill(to + begin * width, to + end * width, T(0));
    for (int64_t j = i * width; j < (i + 1) * width; ++j) {
      PADDLE_ENFORCE(begin <= at[j] && at[j] < end, OutOfRange,
                     "MaxIndex of sequence_pool_grad holds ", at[j], " at ", j,
                     ", outside rows [", begin, ", ", end, ") of sequence ", i);
      to[at[j] * width + j - i * width] = from[j];
    }
  });
}

PADDLE_INSTANTIATE(SequencePool, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(SequencePoolGrad, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(SequenceMax, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(SequenceMaxGrad, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
