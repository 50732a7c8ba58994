#include "paddle/operators/normalization/batch_norm.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/normalization/mixed_precision_vector.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Accumulator;

// Elements that pay for a task.
constexpr int64_t kNormGrain = 16384;
// Channels that are adjacent in memory are summed in blocks of this many, over
// this many rows at a time before the sum goes on in double: float sums of so
// few terms lose little, and the inner loop is vectorised over channels.
constexpr int64_t kChannels = 64;
constexpr int64_t kRows = 64;

// Each run is summed in T, vectorised; the runs are added in double.
template <typename T, typename Term>
double SumOfChannel(const BatchNormShape& s, int64_t c, const Term& term) {
  double sum = 0;
  for (int64_t n = 0; n < s.outer; ++n) {
    const int64_t at = (n * s.channels + c) * s.inner;
    sum += ReduceRun(s.inner, T(0), std::plus<T>(),
                     [&](int64_t j) { return term(at + j, c); });
  }
  return sum;
}

// Sums channels [c, c + count) where inner is 1.
template <typename T, typename Term>
void SumSideBySide(const BatchNormShape& s, int64_t c, int64_t count,
                   const Term& term, double* sums) {
  std::fill_n(sums, count, 0.0);
  for (int64_t row = 0; row < s.outer; row += kRows) {
    T part[kChannels] = {};
    const int64_t end = std::min(row + kRows, s.outer);
    for (int64_t n = row; n < end; ++n) {
      const int64_t at = n * s.channels + c;
      AccumulateRun(count, part, std::plus<T>(),
                    [&](int64_t j) { return term(at + j, c + j); });
    }
    for (int64_t j = 0; j < count; ++j) sums[j] += part[j];
  }
}

// Computes sums[c] = the sum of term(i, c) over all elements i of channel c. A
// channel, or a block of them, belongs to one thread.
template <typename T, typename Term>
void SumChannels(const BatchNormShape& s, const Term& term, double* sums) {
  if (s.inner == 1) {
    const int64_t blocks = (s.channels + kChannels - 1) / kChannels;
    const int64_t grain = kNormGrain / (kChannels * s.outer + 1) + 1;
    platform::ParallelFor(blocks, grain, [&](int64_t begin, int64_t end) {
      for (int64_t c = begin * kChannels; c < end * kChannels; c += kChannels) {
        SumSideBySide<T>(s, c, std::min(kChannels, s.channels - c), term,
                         sums + c);
      }
    });
    return;
  }
  const int64_t grain = kNormGrain / (s.outer * s.inner + 1) + 1;
  platform::ParallelFor(s.channels, grain, [&](int64_t begin, int64_t end) {
    for (int64_t c = begin; c < end; ++c) {
      sums[c] = SumOfChannel<T>(s, c, term);
    }
  });
}

// Sets out[i] to term(i, channel of i), with loops over runs in which the
// channel is fixed or counts up: no division per element.
template <typename T, typename Term>
void MapChannels(const BatchNormShape& s, T* out, const Term& term) {
  const bool side_by_side = s.inner == 1;
  const int64_t runs = side_by_side ? s.outer : s.outer * s.channels;
  const int64_t length = side_by_side ? s.channels : s.inner;
  platform::ParallelFor(
      runs, kNormGrain / (length + 1) + 1, [&](int64_t begin, int64_t end) {
        for (int64_t r = begin; r < end; ++r) {
          const int64_t at = r * length;
          const int64_t c = r % s.channels;
          if (side_by_side) {
            AssignRun(length, out + at,
                      [&](int64_t j) { return term(at + j, j); });
          } else {
            AssignRun(length, out + at,
                      [&](int64_t j) { return term(at + j, c); });
          }
        }
      });
}

int64_t ElementsPerChannel(const BatchNormShape& s) {
  return s.outer * s.inner;
}

template <typename A>
A InverseDeviation(double variance, double epsilon) {
  return static_cast<A>(1 / std::sqrt(variance + epsilon));
}

template <typename T>
void Normalize(const BatchNormShape& s, const BatchNormInputs& in,
               const BatchNormOutputs& out) {
  using A = Accumulator<T>;
  const T* x = in.x.data<T>();
  A* space = ThreadScratch<A>(ScratchSlot::kShared, 2 * s.channels);
  const A* scale = ReadVector(in.scale, space);
  const A* bias = ReadVector(in.bias, space + s.channels);
  const A* mean = out.saved_mean->data<A>();
  const A* inverse = out.saved_inverse->data<A>();
  MapChannels(s, out.y->mutable_data<T>(), [=](int64_t i, int64_t c) {
    return T((static_cast<A>(x[i]) - mean[c]) * (inverse[c] * scale[c]) +
             bias[c]);
  });
}

// out = momentum * running + (1 - momentum) * batch.
template <typename A>
void UpdateRunning(int64_t channels, double momentum, const Tensor& running,
                   const double* batch, Tensor* out) {
  A* updated = ThreadScratch<A>(ScratchSlot::kShared, 2 * channels);
  const A* old = ReadVector(running, updated + channels);
  for (int64_t c = 0; c < channels; ++c) {
    updated[c] = static_cast<A>(momentum * old[c] + (1 - momentum) * batch[c]);
  }
  WriteVector(updated, out);
}

}  // namespace

template <class Device, class T>
void BatchNormTrain(const Device&, const BatchNormShape& s,
                    const BatchNormInputs& in, double momentum, double epsilon,
                    const BatchNormOutputs& out) {
  using A = Accumulator<T>;
  const int64_t count = ElementsPerChannel(s);
  const double divisor = static_cast<double>(std::max<int64_t>(count, 1));
  // In double: statistics of many elements, from which running ones are made.
  double* sums = ThreadScratch<double>(ScratchSlot::kTotal, 2 * s.channels);
  double* squares = sums + s.channels;
  const T* x = in.x.data<T>();
  A* mean = out.saved_mean->mutable_data<A>();
  A* inverse = out.saved_inverse->mutable_data<A>();
  SumChannels<A>(
      s, [=](int64_t i, int64_t) { return static_cast<A>(x[i]); }, sums);
  for (int64_t c = 0; c < s.channels; ++c) {
    sums[c] /= divisor;
    mean[c] = static_cast<A>(sums[c]);
  }
  // In a second pass over centred numbers: mean(x^2) - mean^2 would cancel.
  SumChannels<A>(
      s,
      [=](int64_t i, int64_t c) {
        const A centred = static_cast<A>(x[i]) - mean[c];
        return centred * centred;
      },
      squares);
  for (int64_t c = 0; c < s.channels; ++c) {
    squares[c] /= divisor;
    inverse[c] = InverseDeviation<A>(squares[c], epsilon);
  }
  // An empty batch has no statistics to take in.
  const double keep = count == 0 ? 1 : momentum;
  UpdateRunning<A>(s.channels, keep, in.mean, sums, out.mean_out);
  UpdateRunning<A>(s.channels, keep, in.variance, squares, out.variance_out);
  Normalize<T>(s, in, out);
}

template <class Device, class T>
void BatchNormInfer(const Device&, const BatchNormShape& s,
                    const BatchNormInputs& in, double epsilon,
                    const BatchNormOutputs& out) {
  using A = Accumulator<T>;
  A* saved_mean = out.saved_mean->mutable_data<A>();
  A* saved_inverse = out.saved_inverse->mutable_data<A>();
  A* space = ThreadScratch<A>(ScratchSlot::kShared, 2 * s.channels);
  const A* mean = ReadVector(in.mean, space);
  const A* variance = ReadVector(in.variance, space + s.channels);
  for (int64_t c = 0; c < s.channels; ++c) {
    saved_mean[c] = mean[c];
    saved_inverse[c] = InverseDeviation<A>(variance[c], epsilon);
  }
  // The outputs exist in inference, too; usually they are the inputs.
  WriteVector(mean, out.mean_out);
  WriteVector(variance, out.variance_out);
  Normalize<T>(s, in, out);
}

template <class Device, class T>
void BatchNormGrad(const Device&, const BatchNormShape& s,
                   const BatchNormGradInputs& in, bool fixed_statistics,
                   Tensor* d_x, Tensor* d_scale, Tensor* d_bias) {
  using A = Accumulator<T>;
  double* d_biases = ThreadScratch<double>(ScratchSlot::kTotal, 2 * s.channels);
  double* d_scales = d_biases + s.channels;
  // The parts of dy that the statistics of the batch take back: the one that is
  // constant, and the one in proportion to x.
  A* constant = ThreadScratch<A>(ScratchSlot::kShared, 3 * s.channels);
  A* slope = constant + s.channels;
  const T* x = in.x.data<T>();
  const A* scale = ReadVector(in.scale, slope + s.channels);
  const A* mean = in.saved_mean.data<A>();
  const A* inverse = in.saved_inverse.data<A>();
  const T* dy = in.d_y.data<T>();
  SumChannels<A>(
      s, [=](int64_t i, int64_t) { return static_cast<A>(dy[i]); }, d_biases);
  SumChannels<A>(
      s,
      [=](int64_t i, int64_t c) {
        return static_cast<A>(dy[i]) *
               ((static_cast<A>(x[i]) - mean[c]) * inverse[c]);
      },
      d_scales);
  std::copy_n(d_biases, s.channels, constant);
  std::copy_n(d_scales, s.channels, slope);
  WriteVector(constant, d_bias);
  WriteVector(slope, d_scale);
  if (d_x == nullptr) return;
  const double count = static_cast<double>(ElementsPerChannel(s));
  for (int64_t c = 0; c < s.channels; ++c) {
    constant[c] = fixed_statistics ? A(0) : A(d_biases[c] / count);
    slope[c] = fixed_statistics ? A(0) : A(d_scales[c] * inverse[c] / count);
  }
  MapChannels(s, d_x->mutable_data<T>(), [=](int64_t i, int64_t c) {
    return T(inverse[c] * scale[c] *
             (static_cast<A>(dy[i]) - constant[c] -
              (static_cast<A>(x[i]) - mean[c]) * slope[c]));
  });
}

PADDLE_INSTANTIATE(BatchNormTrain, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(BatchNormInfer, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(BatchNormGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
