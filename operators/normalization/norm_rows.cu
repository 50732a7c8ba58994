#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/device/device_scratch.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/rows/moments.cuh"
#include "paddle/operators/normalization/inverse_of.h"
#include "paddle/operators/normalization/mixed_precision_vector.cuh"
#include "paddle/operators/normalization/norm_rows.h"
#include "paddle/operators/normalization/row_of_team.cuh"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Accumulator;
using platform::Team;

// Reads inverse[row], and mean[row] if x is centred.
template <typename A>
struct RowStatistics {
  PADDLE_HOST_DEVICE A Mean(int64_t row) const {
    return means == nullptr ? A(0) : means[row];
  }
  PADDLE_HOST_DEVICE A Inverse(int64_t row) const {
    return means == nullptr ? spreads[row] : InverseOf(spreads[row], epsilon);
  }

  const A* means;  // null: nothing is subtracted
  const A* spreads;
  double epsilon;
};

template <typename T>
void RowGrads(const platform::CUDADeviceContext& device, const NormRows& shape,
              const T* x, const T* dy, const MixedSource<T>& scales,
              const RowStatistics<Accumulator<T>>& statistics, T* dx) {
  using A = Accumulator<T>;
  const NormRows s = shape;
  const MixedSource<T> scale = scales;
  const RowStatistics<A> of = statistics;
  const auto body = [=] PADDLE_DEVICE(const Team& team) {
    const RowView row(s, team.index());
    const A mean = of.Mean(team.index()), inverse = of.Inverse(team.index());
    A sum = 0, product = 0;
    for (int64_t j = team.lane(); j < row.size; j += team.size()) {
      const int64_t i = row.begin + j;
      const A flow = platform::Widened(dy[i]) * scale[row.ChannelOfElement(j)];
      sum += flow;
      product += flow * ((platform::Widened(x[i]) - mean) * inverse);
    }
    const A count = static_cast<A>(row.size);
    const A constant =
        of.means == nullptr ? A(0) : team.Reduce(sum, SumReducer()) / count;
    const A slope = team.Reduce(product, SumReducer()) / count * inverse;
    for (int64_t j = team.lane(); j < row.size; j += team.size()) {
      const int64_t i = row.begin + j;
      const A flow = platform::Widened(dy[i]) * scale[row.ChannelOfElement(j)];
      const A centred = platform::Widened(x[i]) - mean;
      dx[i] =
          platform::Narrowed<T>(inverse * (flow - constant - centred * slope));
    }
  };
  platform::ForEachTeam(device, s.rows(), s.row_size(), body);
}

template <typename A>
void Inverses(const platform::CUDADeviceContext& device, int64_t rows,
              const RowStatistics<A>& statistics, A* out) {
  const RowStatistics<A> of = statistics;
  platform::ForEach(device, rows,
                    [=] PADDLE_DEVICE(int64_t i) { out[i] = of.Inverse(i); });
}

// Computes out[channel] = the sum of a term over all rows.
template <typename T>
void SumOverRows(const platform::CUDADeviceContext& device, const NormRows& s,
                 const Moment<T>& term, Tensor* out) {
  using A = Accumulator<T>;
  const framework::Dims space({s.outer, s.groups, s.channels, s.inner});
  const Strides all = RowMajorStrides(space);
  const DeviceScratch<A> scratch(device, s.all_channels());
  const A* sums = scratch.data();
  SumMoments(device,
             LoopNest<4>(space, {all, all, Strides{s.groups, 1, 0, 0},
                                 Strides{0, s.channels, 1, 0}}),
             term, s.all_channels(), scratch.data());
  const MixedTarget<T> target(out);
  platform::ForEach(device, s.all_channels(),
                    [=] PADDLE_DEVICE(int64_t i) { target.Set(i, sums[i]); });
}

}  // namespace

template <class Device, class T>
void NormalizeRows(const Device& device, const NormRows& shape, const Tensor& x,
                   const Tensor* scale, const Tensor* bias, double epsilon,
                   Tensor* y, Tensor* mean, Tensor* spread) {
  const RowOfTeam<T> normalize(shape, scale, bias, epsilon, mean, spread);
  const T* from = x.data<T>();
  T* to = y->mutable_data<T>();
  const auto body = [=] PADDLE_DEVICE(const Team& team) {
    normalize(team, from, to);
  };
  platform::ForEachTeam(device, shape.rows(), shape.row_size(), body);
}

template <class Device, class T>
void NormalizeRowsGrad(const Device& device, const NormRows& s,
                       const NormRowsGradInputs& in, double epsilon,
                       Tensor* d_x, Tensor* d_scale, Tensor* d_bias) {
  using A = Accumulator<T>;
  const T* x = in.x.data<T>();
  const T* dy = in.d_y.data<T>();
  const RowStatistics<A> statistics{
      in.mean == nullptr ? nullptr : in.mean->data<A>(), in.spread.data<A>(),
      epsilon};
  if (d_bias != nullptr) SumOverRows(device, s, Moment<T>{dy}, d_bias);
  if (d_scale != nullptr) {
    // The sum over rows reads them once per element: a root each would be slow.
    const DeviceScratch<A> inverses(device, s.rows());
    Inverses(device, s.rows(), statistics, inverses.data());
    SumOverRows(device, s, Moment<T>{x, dy, statistics.means, inverses.data()},
                d_scale);
  }
  if (d_x == nullptr) return;
  RowGrads(device, s, x, dy, MixedSource<T>(in.scale, A(1)), statistics,
           d_x->mutable_data<T>());
}

PADDLE_INSTANTIATE(NormalizeRows, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(NormalizeRowsGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
