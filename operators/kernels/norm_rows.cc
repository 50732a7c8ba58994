#include "paddle/operators/kernels/norm_rows.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/kernels/mixed_vector.h"
#include "paddle/operators/kernels/thread_scratch.h"
#include "paddle/operators/kernels/vector_loops.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Accumulator;

// Elements that are worth a thread.
constexpr int64_t kRowsGrain = 16384;
// Gradients of scale and bias are summed in at most this many parts.
constexpr int64_t kMostParts = 256;

template <typename A>
A InverseOf(A variance, double epsilon) {
  return static_cast<A>(1 / std::sqrt(variance + epsilon));
}

// The mean of term(j) for j in [0, size); 0 of none.
template <typename A, typename Term>
A MeanOf(int64_t size, const Term& term) {
  return ReduceRun(size, A(0), std::plus<A>(), term) /
         static_cast<A>(std::max<int64_t>(size, 1));
}

// visit(at, length, channel, step) for the stretches of a row: element j of a
// stretch, at + j of the tensor, belongs to channel + j * step.
template <typename Visit>
void ForEachStretch(const NormRows& s, int64_t row, const Visit& visit) {
  const int64_t channel = row % s.groups * s.channels;
  const int64_t at = row * s.row_size();
  if (s.inner == 1) return visit(at, s.channels, channel, 1);
  for (int64_t c = 0; c < s.channels; ++c) {
    visit(at + c * s.inner, s.inner, channel + c, 0);
  }
}

template <typename T, typename A>
void WriteRow(const NormRows& s, int64_t row, const T* x, A mean, A inverse,
              const A* scale, const A* bias, T* y) {
  ForEachStretch(
      s, row, [&](int64_t at, int64_t length, int64_t channel, int64_t step) {
        WithOperand(scale + channel, step, [&](const auto& a) {
          WithOperand(bias + channel, step, [&, a](const auto& b) {
            const T* from = x + at;
            AssignRun(length, y + at, [=](int64_t j) {
              return T((static_cast<A>(from[j]) - mean) * (inverse * a[j]) +
                       b[j]);
            });
          });
        });
      });
}

// The gradient, row by row.
template <typename T, typename A = Accumulator<T>>
struct RowsGrad {
  NormRows shape;
  const T* x;
  const T* dy;
  const A* scale;
  const A* means;  // null: nothing was subtracted
  const A* spreads;
  double epsilon;
  T* dx;  // null: not wanted

  // Adds to `sums`, an element a channel for scale and then for bias, unless
  // it is null.
  void Rows(int64_t begin, int64_t end, A* sums) const {
    const A size = static_cast<A>(std::max<int64_t>(shape.row_size(), 1));
    for (int64_t row = begin; row < end; ++row) {
      const Row r = RowAt(row);
      A sum = 0, product = 0;
      AddUp(row, r, sums, &sum, &product);
      const A constant = means == nullptr ? A(0) : sum / size;
      if (dx != nullptr) Write(row, r, constant, product / size);
    }
  }

 private:
  struct Row {
    A mean;
    A inverse;
  };
  Row RowAt(int64_t row) const {
    if (means == nullptr) return {A(0), spreads[row]};
    return {means[row], InverseOf(spreads[row], epsilon)};
  }

  // The sums of dy * scale and of dy * scale * (x - mean) * inverse.
  void AddUp(int64_t row, const Row& r, A* sums, A* sum, A* product) const {
    ForEachStretch(
        shape, row,
        [&](int64_t at, int64_t length, int64_t channel, int64_t step) {
          if (step == 0) {
            AddStretch(r, at, length, channel, sums, sum, product);
          } else {
            AddRow(r, at, length, channel, sums, sum, product);
          }
        });
  }

  // Of one channel.
  void AddStretch(const Row& r, int64_t at, int64_t length, int64_t channel,
                  A* sums, A* sum, A* product) const {
    const T* in = x + at;
    const T* flow = dy + at;
    const A mean = r.mean;
    const A plain = ReduceRun(length, A(0), std::plus<A>(), [=](int64_t j) {
      return static_cast<A>(flow[j]);
    });
    const A centred =
        r.inverse * ReduceRun(length, A(0), std::plus<A>(), [=](int64_t j) {
          return static_cast<A>(flow[j]) * (static_cast<A>(in[j]) - mean);
        });
    *sum += scale[channel] * plain;
    *product += scale[channel] * centred;
    if (sums == nullptr) return;
    sums[channel] += centred;
    sums[shape.all_channels() + channel] += plain;
  }

  // Of channels side by side.
  void AddRow(const Row& r, int64_t at, int64_t length, int64_t channel,
              A* sums, A* sum, A* product) const {
    const T* in = x + at;
    const T* flow = dy + at;
    const A* a = scale + channel;
    const A mean = r.mean, inverse = r.inverse;
    *sum = ReduceRun(length, A(0), std::plus<A>(),
                     [=](int64_t j) { return static_cast<A>(flow[j]) * a[j]; });
    *product =
        inverse * ReduceRun(length, A(0), std::plus<A>(), [=](int64_t j) {
          return static_cast<A>(flow[j]) * a[j] *
                 (static_cast<A>(in[j]) - mean);
        });
    if (sums == nullptr) return;
    AccumulateRun(length, sums + channel, std::plus<A>(), [=](int64_t j) {
      return static_cast<A>(flow[j]) *
             ((static_cast<A>(in[j]) - mean) * inverse);
    });
    AccumulateRun(length, sums + shape.all_channels() + channel, std::plus<A>(),
                  [=](int64_t j) { return static_cast<A>(flow[j]); });
  }

  // dx = inverse * (dy * scale - constant - (x - mean) * inverse * slope).
  void Write(int64_t row, const Row& r, A constant, A slope) const {
    slope *= r.inverse;
    ForEachStretch(
        shape, row,
        [&](int64_t at, int64_t length, int64_t channel, int64_t step) {
          const T* in = x + at;
          const T* flow = dy + at;
          T* out = dx + at;
          WithOperand(scale + channel, step, [=](const auto& a) {
            AssignRun(length, out, [=](int64_t j) {
              const A h = static_cast<A>(flow[j]) * a[j];
              const A centred = static_cast<A>(in[j]) - r.mean;
              return T(r.inverse * (h - constant - centred * slope));
            });
          });
        });
  }
};

// Into how many parts the rows are cut whose sums are kept apart: by the shape
// alone, and so that adding up the parts costs little beside the rows.
int64_t PartsOf(const NormRows& s) {
  const int64_t total = s.rows() * s.row_size();
  const int64_t worthwhile = total / (2 * s.all_channels() + 1);
  return std::max<int64_t>(
      std::min({total / kRowsGrain, worthwhile, s.rows(), kMostParts}), 1);
}

// sums[0] += the others, each of `size` elements.
template <typename A>
void Combine(int64_t count, int64_t size, A* sums) {
  for (int64_t i = 1; i < count; ++i) {
    const A* part = sums + i * size;
    AccumulateRun(size, sums, std::plus<A>(),
                  [=](int64_t j) { return part[j]; });
  }
}

}  // namespace

template <typename T>
void NormalizeRows(const platform::DeviceContext& context, const NormRows& s,
                   const Tensor& x, const Tensor* scale, const Tensor* bias,
                   double epsilon, Tensor* y, Tensor* mean, Tensor* spread) {
  using A = Accumulator<T>;
  EnforceOnCPU(context, "normalisation");
  const int64_t channels = s.all_channels();
  const int64_t size = s.row_size();
  A* space = ThreadScratch<A>(ScratchSlot::kShared, 2 * channels);
  const A* a = ReadVector(scale, channels, A(1), space);
  const A* b = ReadVector(bias, channels, A(0), space + channels);
  const T* from = x.data<T>();
  T* to = y->mutable_data<T>();
  A* means = mean == nullptr ? nullptr : mean->mutable_data<A>();
  A* spreads = spread->mutable_data<A>();
  platform::ParallelFor(
      s.rows(), kRowsGrain / (size + 1) + 1, [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
          const T* r = from + row * size;
          const A m = means == nullptr ? A(0) : MeanOf<A>(size, [=](int64_t j) {
            return static_cast<A>(r[j]);
          });
          const A variance = MeanOf<A>(size, [=](int64_t j) {
            const A centred = static_cast<A>(r[j]) - m;
            return centred * centred;
          });
          const A inverse = InverseOf(variance, epsilon);
          if (means != nullptr) means[row] = m;
          spreads[row] = means == nullptr ? inverse : variance;
          WriteRow(s, row, from, m, inverse, a, b, to);
        }
      });
}

template <typename T>
void NormalizeRowsGrad(const platform::DeviceContext& context,
                       const NormRows& s, const NormRowsGradInputs& in,
                       double epsilon, Tensor* d_x, Tensor* d_scale,
                       Tensor* d_bias) {
  using A = Accumulator<T>;
  EnforceOnCPU(context, "normalisation");
  const int64_t channels = s.all_channels();
  const A* scale = ReadVector(in.scale, channels, A(1),
                              ThreadScratch<A>(ScratchSlot::kShared, channels));
  const RowsGrad<T> grad{s,
                         in.x.data<T>(),
                         in.d_y.data<T>(),
                         scale,
                         in.mean == nullptr ? nullptr : in.mean->data<A>(),
                         in.spread.data<A>(),
                         epsilon,
                         d_x == nullptr ? nullptr : d_x->mutable_data<T>()};
  const int64_t outputs = 2 * channels;
  const int64_t parts = PartsOf(s);
  const int64_t rows = (s.rows() + parts - 1) / parts;
  A* sums = nullptr;
  if (d_scale != nullptr || d_bias != nullptr) {
    sums = ThreadScratch<A>(ScratchSlot::kTotal, parts * outputs);
    std::fill_n(sums, parts * outputs, A(0));
  }
  platform::ParallelFor(parts, 1, [&](int64_t begin, int64_t end) {
    for (int64_t part = begin; part < end; ++part) {
      grad.Rows(part * rows, std::min((part + 1) * rows, s.rows()),
                sums == nullptr ? nullptr : sums + part * outputs);
    }
  });
  if (sums == nullptr) return;
  Combine(parts, outputs, sums);
  WriteVector(sums, d_scale);
  WriteVector(sums + channels, d_bias);
}

#define PADDLE_INSTANTIATE_(T)                                          \
  template void NormalizeRows<T>(                                       \
      const platform::DeviceContext&, const NormRows&, const Tensor&,   \
      const Tensor*, const Tensor*, double, Tensor*, Tensor*, Tensor*); \
  template void NormalizeRowsGrad<T>(                                   \
      const platform::DeviceContext&, const NormRows&,                  \
      const NormRowsGradInputs&, double, Tensor*, Tensor*, Tensor*);
PADDLE_INSTANTIATE_(float)
PADDLE_INSTANTIATE_(double)
PADDLE_INSTANTIATE_(platform::float16)
PADDLE_INSTANTIATE_(platform::bfloat16)
#undef PADDLE_INSTANTIATE_

}  // namespace paddle::operators::kernels
