// Convolution in groups of few channels, such as depthwise, on GPUs. There is
// too little to multiply for products of matrices, whose tiles would be nearly
// empty.
#pragma once

#include <cstdint>

#include "paddle/operators/convolution/conv.h"
#include "paddle/operators/convolution/conv_grid.cuh"
#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/windows/planes_nest.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

// True if a group has less than 8 channels and less than 8 filters, and there
// are several groups: one group of few channels, such as a first layer's, still
// has a large enough product.
inline bool IsThin(const ConvShape& s) {
  constexpr int64_t kFew = 8;
  return s.groups > 1 && s.channels / s.groups < kFew &&
         s.filters / s.groups < kFew;
}

// A tap's product of filter and plane, for the sums of conv_grid.cuh. `element`
// is an element of the image or of the output, whichever `plane` is.
template <typename T>
struct FilterTerm {
  PADDLE_HOST_DEVICE platform::Accumulator<T> operator()(
      int64_t tap, int64_t element) const {
    return platform::Widened(filter[tap]) * platform::Widened(plane[element]);
  }
  const T* filter;  // of one channel
  const T* plane;
};

// A thread computes one output: the sum over the channels of its group and the
// taps, in that order. Output i is of image n and filter f, which belongs to
// group f / per_group, whose channels begin at f / per_group * channels.
template <typename T>
void ThinForward(const platform::CUDADeviceContext& device, const ConvShape& s,
                 const T* input, const T* filter, T* output) {
  using A = platform::Accumulator<T>;  // float for 16 bits
  const DeviceNest<4> nest = PlanesNest(s.batch * s.filters, s.out);
  const ConvGrid grid(s);
  // Captured one by one: a kernel would copy all of ConvShape for them.
  const int64_t filters = s.filters, all = s.channels;
  const int64_t channels = s.channels / s.groups;
  const int64_t per_group = s.filters / s.groups;
  platform::ForEach(device, nest.total(), [=] PADDLE_DEVICE(int64_t i) {
    const DeviceOffsets<4> at = nest(i);
    const int64_t n = at.of[0] / filters, f = at.of[0] % filters;
    A sum = 0;
    for (int64_t c = 0; c < channels; ++c) {
      const int64_t plane = n * all + f / per_group * channels + c;
      sum += SumOverTaps<A>(
          grid, at.of[1], at.of[2], at.of[3],
          FilterTerm<T>{filter + (f * channels + c) * grid.taps(),
                        input + plane * grid.inputs()});
    }
    output[i] = platform::Narrowed<T>(sum);
  });
}

// A thread computes one element of d_input: it gathers from the outputs that
// see it, filter by filter, so that no atomic addition is needed. Only the
// filters of the channel's group, first to first + per_group, see it.
template <typename T>
void ThinBackwardInput(const platform::CUDADeviceContext& device,
                       const ConvShape& s, const T* filter, const T* d_output,
                       T* d_input) {
  using A = platform::Accumulator<T>;
  const DeviceNest<4> nest = PlanesNest(s.batch * s.channels, s.in);
  const ConvGrid grid(s);
  const int64_t filters = s.filters, all = s.channels;
  const int64_t channels = s.channels / s.groups;
  const int64_t per_group = s.filters / s.groups;
  platform::ForEach(device, nest.total(), [=] PADDLE_DEVICE(int64_t i) {
    const DeviceOffsets<4> at = nest(i);
    const int64_t n = at.of[0] / all, c = at.of[0] % all;
    const int64_t first = c / channels * per_group;
    A sum = 0;
    for (int64_t f = first; f < first + per_group; ++f) {
      sum += SumOverOutputs<A>(
          grid, at.of[1], at.of[2], at.of[3],
          FilterTerm<T>{filter + (f * channels + c % channels) * grid.taps(),
                        d_output + (n * filters + f) * grid.outputs()});
    }
    d_input[i] = platform::Narrowed<T>(sum);
  });
}

// A team of threads computes one element of the filter, since the sum runs over
// all images and outputs, and there are few elements. Element (f, c, tap) sums
// input * d_output over the outputs of filter f; each thread takes every
// team.size()-th of them, and the partial sums are added in a fixed order.
template <typename T>
void ThinBackwardFilter(const platform::CUDADeviceContext& device,
                        const ConvShape& s, const T* input, const T* d_output,
                        T* d_filter) {
  using A = platform::Accumulator<T>;
  const ConvGrid grid(s);
  // The channel of the filters, and where the tap lies in a window.
  const DeviceNest<4> taps =
      PlanesNest(s.filters * (s.channels / s.groups), s.kernel);
  const DeviceNest<4> outputs = PlanesNest(s.batch, s.out);
  const int64_t filters = s.filters, all = s.channels;
  const int64_t channels = s.channels / s.groups;
  const int64_t per_group = s.filters / s.groups;
  const auto body = [=] PADDLE_DEVICE(const platform::Team& team) {
    const DeviceOffsets<4> tap = taps(team.index());
    const int64_t f = tap.of[0] / channels;
    const int64_t c = f / per_group * channels + tap.of[0] % channels;
    A sum = 0;
    for (int64_t i = team.lane(); i < outputs.total(); i += team.size()) {
      const DeviceOffsets<4> o = outputs(i);
      const int64_t at =
          grid.InputIndex(grid.axes[0].Under(o.of[1], tap.of[1]),
                          grid.axes[1].Under(o.of[2], tap.of[2]),
                          grid.axes[2].Under(o.of[3], tap.of[3]));
      // Under the padding there is nothing to multiply.
      if (at < 0) continue;
      const int64_t n = o.of[0];
      const int64_t pixel = i - n * grid.outputs();
      sum += platform::Widened(input[(n * all + c) * grid.inputs() + at]) *
             platform::Widened(
                 d_output[(n * filters + f) * grid.outputs() + pixel]);
    }
    sum = team.Reduce(sum, SumReducer());
    if (team.lane() == 0) d_filter[team.index()] = platform::Narrowed<T>(sum);
  };
  platform::ForEachTeam(device, taps.total(), outputs.total(), body);
}

}  // namespace paddle::operators::kernels
