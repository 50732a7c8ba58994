// Convolution in groups of few channels, such as depthwise, on GPUs: too little
// to multiply for products of matrices.
#pragma once

#include <cstdint>

#include "paddle/operators/convolution/conv.h"
#include "paddle/operators/convolution/conv_grid.cuh"
#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/windows/planes_nest.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

inline bool IsThin(const ConvShape& s) {
  constexpr int64_t kFew = 8;
  return s.groups > 1 && s.channels / s.groups < kFew &&
         s.filters / s.groups < kFew;
}

template <typename T>
struct FilterTerm {
  PADDLE_HOST_DEVICE T operator()(int64_t tap, int64_t element) const {
    return filter[tap] * plane[element];
  }
  const T* filter;  // of one channel
  const T* plane;
};

template <typename T>
void ThinForward(const platform::CUDADeviceContext& device, const ConvShape& s,
                 const T* input, const T* filter, T* output) {
  const DeviceNest<4> nest = PlanesNest(s.batch * s.filters, s.out);
  const ConvGrid grid(s);
  const int64_t filters = s.filters, all = s.channels;
  const int64_t channels = s.channels / s.groups;
  const int64_t per_group = s.filters / s.groups;
  platform::ForEach(device, nest.total(), [=] PADDLE_DEVICE(int64_t i) {
    const DeviceOffsets<4> at = nest(i);
    const int64_t n = at.of[0] / filters, f = at.of[0] % filters;
    T sum = 0;
    for (int64_t c = 0; c < channels; ++c) {
      const int64_t plane = n * all + f / per_group * channels + c;
      sum += SumOverSeen<T>(
          grid, at.of[1], at.of[2], at.of[3],
          FilterTerm<T>{filter + (f * channels + c) * grid.taps(),
                        input + plane * grid.inputs()});
    }
    output[i] = sum;
  });
}

template <typename T>
void ThinBackwardInput(const platform::CUDADeviceContext& device,
                       const ConvShape& s, const T* filter, const T* d_output,
                       T* d_input) {
  const DeviceNest<4> nest = PlanesNest(s.batch * s.channels, s.in);
  const ConvGrid grid(s);
  const int64_t filters = s.filters, all = s.channels;
  const int64_t channels = s.channels / s.groups;
  const int64_t per_group = s.filters / s.groups;
  platform::ForEach(device, nest.total(), [=] PADDLE_DEVICE(int64_t i) {
    const DeviceOffsets<4> at = nest(i);
    const int64_t n = at.of[0] / all, c = at.of[0] % all;
    const int64_t first = c / channels * per_group;
    T sum = 0;
    for (int64_t f = first; f < first + per_group; ++f) {
      sum += SumOverSeeing<T>(
          grid, at.of[1], at.of[2], at.of[3],
          FilterTerm<T>{filter + (f * channels + c % channels) * grid.taps(),
                        d_output + (n * filters + f) * grid.outputs()});
    }
    d_input[i] = sum;
  });
}

// One team for each element of the filter.
template <typename T>
void ThinBackwardFilter(const platform::CUDADeviceContext& device,
                        const ConvShape& s, const T* input, const T* d_output,
                        T* d_filter) {
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
    T sum = 0;
    for (int64_t i = team.lane(); i < outputs.total(); i += team.size()) {
      const DeviceOffsets<4> o = outputs(i);
      const int64_t at =
          grid.InputIndex(grid.axes[0].Under(o.of[1], tap.of[1]),
                          grid.axes[1].Under(o.of[2], tap.of[2]),
                          grid.axes[2].Under(o.of[3], tap.of[3]));
      if (at < 0) continue;
      const int64_t n = o.of[0];
      const int64_t pixel = i - n * grid.outputs();
      sum += input[(n * all + c) * grid.inputs() + at] *
             d_output[(n * filters + f) * grid.outputs() + pixel];
    }
    sum = team.Reduce(sum, SumReducer());
    if (team.lane() == 0) d_filter[team.index()] = sum;
  };
  platform::ForEachTeam(device, taps.total(), outputs.total(), body);
}

}  // namespace paddle::operators::kernels
