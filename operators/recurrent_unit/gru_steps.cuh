// Steps of gated recurrent units on GPUs, one thread per element of a state,
// shared by those that reset the state before its product and those that reset
// the product.
#pragma once

#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/rows/moments.cuh"
#include "paddle/operators/recurrent_unit/gate_activation.cuh"
#include "paddle/operators/recurrent_unit/gru.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Returns the new state, from the gates u and g and the old state.
template <typename T>
PADDLE_HOST_DEVICE T RenewedState(const GruOptions& options, T u, T g, T h) {
  return options.origin_mode ? g + u * (h - g) : h + u * (g - h);
}

// The gradients of the arguments of u and g, and the part of that of the old
// state that flows through the sum.
template <typename T>
struct StateGrads {
  T u, g, h;
};

// Returns them from the gradient of the new state.
template <typename T>
PADDLE_HOST_DEVICE StateGrads<T> RenewedStateGrads(const GruOptions& options,
                                                   T u, T g, T h, T dh) {
  const T sign = options.origin_mode ? T(-1) : T(1);
  const T kept = options.origin_mode ? u : T(1) - u;
  return {ActivatedGrad(options.gate, u, sign * dh * (g - h)),
          ActivatedGrad(options.candidate, g, dh * (T(1) - kept)), dh * kept};
}

// Computes sums = the sum of the rows of x, for the gradient of a bias.
template <typename T>
void SumRows(const platform::CUDADeviceContext& device, int64_t rows,
             int64_t width, const T* x, T* sums) {
  SumMoments(device,
             LoopNest<4>(framework::Dims({rows, width}),
                         {Strides{width, 1}, Strides{0, 0}, Strides{0, 0},
                          Strides{0, 1}}),
             Moment<T>{x}, width, sums);
}

}  // namespace paddle::operators::kernels
