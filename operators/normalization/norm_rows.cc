#include "paddle/operators/normalization/norm_rows.h"

#include <algorithm>
#include <functional>

#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/operators/math/loops/streaming.h"
#include "paddle/operators/math/loops/sum_run.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/wide_output.h"
#include "paddle/operators/normalization/inverse_of.h"
#include "paddle/operators/normalization/mixed_precision_vector.h"
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

// Gradients of scale and bias are summed in at most this many parts, each of
// which needs memory of its own.
constexpr int64_t kMostParts = 256;

// Computes the gradient of one row. `x`, `dy` and `dx` begin at the row.
template <typename A>
struct RowGrad {
  const NormRows& shape;
  int64_t row;
  const A* x;
  const A* dy;
  const A* scale;
  A mean;
  A inverse;

  // Computes the sums of dy * scale and of dy * scale * (x - mean) * inverse.
  // Adds those without scale to `sums`, an element per channel for scale and
  // then for bias, unless it is null.
  void AddUp(A* sums, A* sum, A* product) const {
    ForEachStretch(
        shape, row,
        [&](int64_t at, int64_t length, int64_t channel, int64_t step) {
          if (step == 0) {
            AddStretch(at, length, channel, sums, sum, product);
          } else {
            AddRow(length, channel, sums, sum, product);
          }
        });
  }

  // Writes dx = inverse * (dy * scale - constant - (x - mean) * inverse *
  // slope).
  void Write(A constant, A slope, A* dx) const {
    ForEachStretch(
        shape, row,
        [&](int64_t at, int64_t length, int64_t channel, int64_t step) {
          WithOperand(scale + channel, step, [&, at, length](const auto& a) {
            AssignRun(length, dx + at,
                      [=, in = x + at, flow = dy + at, centre = mean,
                       factor = inverse, lean = inverse * slope](int64_t j) {
                        return factor * (flow[j] * a[j] - constant -
                                         (in[j] - centre) * lean);
                      });
          });
        });
  }

 private:
  // Adds a stretch of one channel.
  void AddStretch(int64_t at, int64_t length, int64_t channel, A* sums, A* sum,
                  A* product) const {
    const A plain = ReduceRun(length, A(0), std::plus<A>(),
                              [flow = dy + at](int64_t j) { return flow[j]; });
    const A centred = inverse * ReduceRun(length, A(0), std::plus<A>(),
                                          [in = x + at, flow = dy + at,
                                           centre = mean](int64_t j) {
                                            return flow[j] * (in[j] - centre);
                                          });
    *sum += scale[channel] * plain;
    *product += scale[channel] * centred;
    if (sums == nullptr) return;
    sums[channel] += centred;
    sums[shape.all_channels() + channel] += plain;
  }

  // Adds a stretch in which each element has a channel of its own: the whole
  // row.
  void AddRow(int64_t length, int64_t channel, A* sums, A* sum,
              A* product) const {
    const A* a = scale + channel;
    const A* in = x;
    const A* flow = dy;
    const A centre = mean, factor = inverse;
    *sum = SumRun<A>(length, [=](auto v, int64_t j) {
      using V = decltype(v);
      return ReadAs<V>(flow + j) * ReadAs<V>(a + j);
    });
    *product = factor * SumRun<A>(length, [=](auto v, int64_t j) {
                 using V = decltype(v);
                 return ReadAs<V>(flow + j) * ReadAs<V>(a + j) *
                        (ReadAs<V>(in + j) - centre);
               });
    if (sums == nullptr) return;
    AccumulateRun(length, sums + channel, std::plus<A>(), [=](int64_t j) {
      return flow[j] * ((in[j] - centre) * factor);
    });
    AccumulateRun(length, sums + shape.all_channels() + channel, std::plus<A>(),
                  [=](int64_t j) { return flow[j]; });
  }
};

// Computes the gradients of some rows, one after another.
template <typename T, typename A = Accumulator<T>>
struct RowsGrad {
  const NormRows& shape;
  const T* x;
  const T* dy;
  const A* scale;
  const A* means;  // null: nothing was subtracted
  const A* spreads;
  double epsilon;
  T* dx;  // null: not wanted

  void Rows(int64_t begin, int64_t end, A* sums) const {
    const int64_t size = shape.row_size();
    const A count = static_cast<A>(std::max<int64_t>(size, 1));
    // 16-bit rows are widened once: each is read several times.
    A* space = ThreadScratch<A>(ScratchSlot::kPiece, 3 * size);
    for (int64_t row = begin; row < end; ++row) {
      const int64_t at = row * size;
      const RowGrad<A> grad{
          shape,
          row,
          Widen(size, x + at, space),
          Widen(size, dy + at, space + size),
          scale,
          means == nullptr ? A(0) : means[row],
          means == nullptr ? spreads[row] : InverseOf(spreads[row], epsilon)};
      A sum = 0, product = 0;
      grad.AddUp(sums, &sum, &product);
      if (dx == nullptr) continue;
      A* out = WideOutput(dx + at, space + 2 * size);
      grad.Write(means == nullptr ? A(0) : sum / count, product / count, out);
      StoreWide(size, out, dx + at);
    }
  }
};

// Returns the number of parts whose sums are kept apart: by the shape alone, so
// that the bits do not depend on the threads, and so that adding up the parts
// costs little compared to the rows.
int64_t PartsOf(const NormRows& s) {
  const int64_t total = s.rows() * s.row_size();
  const int64_t worthwhile = total / (2 * s.all_channels() + 1);
  return std::max<int64_t>(
      std::min({total / kRowsGrain, worthwhile, s.rows(), kMostParts}), 1);
}

// Adds all parts, each of `size` elements, to the first, in their order.
template <typename A>
void Combine(int64_t count, int64_t size, A* sums) {
  for (int64_t i = 1; i < count; ++i) {
    const A* part = sums + i * size;
    AccumulateRun(size, sums, std::plus<A>(),
                  [=](int64_t j) { return part[j]; });
  }
}

}  // namespace

template <class Device, class T>
void NormalizeRows(const Device&, const NormRows& s, const Tensor& x,
                   const Tensor* scale, const Tensor* bias, double epsilon,
                   Tensor* y, Tensor* mean, Tensor* spread) {
  const RowNormalizer<T> normalize(s, scale, bias, epsilon, mean, spread);
  const int64_t size = s.row_size();
  const T* from = x.data<T>();
  T* to = y->mutable_data<T>();
  const bool streams = IsStreamed(s.rows() * size, to, from);
  platform::ParallelFor(
      s.rows(), normalize.grain(), [&](int64_t begin, int64_t end) {
        normalize(begin, end, from + begin * size, to + begin * size, streams);
      });
}

template <class Device, class T>
void NormalizeRowsGrad(const Device&, const NormRows& s,
                       const NormRowsGradInputs& in, double epsilon,
                       Tensor* d_x, Tensor* d_scale, Tensor* d_bias) {
  using A = Accumulator<T>;
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
      // Each part adds to sums of its own, so that no two threads write to one.
      grad.Rows(part * rows, std::min((part + 1) * rows, s.rows()),
                sums == nullptr ? nullptr : sums + part * outputs);
    }
  });
  if (sums == nullptr) return;
  Combine(parts, outputs, sums);
  WriteVector(sums, d_scale);
  WriteVector(sums + channels, d_bias);
}

PADDLE_INSTANTIATE(NormalizeRows, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(NormalizeRowsGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
