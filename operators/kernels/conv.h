// Two-dimensional convolution (cross-correlation, as the field calls it).
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/kernels/extent2d.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// All sizes of a convolution. Input [batch, channels, in], filter
// [filters, channels / groups, kernel], output [batch, filters, out], all
// contiguous in this order; an extent stands for height and width.
struct Conv2dShape {
  int64_t batch = 0;
  int64_t channels = 0;
  int64_t filters = 0;
  int64_t groups = 1;
  Extent2d in{};
  Extent2d kernel{};
  Extent2d out{};
  Extent2d stride{1, 1};
  Extent2d padding{0, 0};  // zeros before and after
  Extent2d dilation{1, 1};

  int64_t input_size() const { return channels * in[0] * in[1]; }
  int64_t output_size() const { return filters * out[0] * out[1]; }
  int64_t filter_size() const {
    return filters * (channels / groups) * kernel[0] * kernel[1];
  }
};

// From checked dims [N, C, H, W], [M, C / groups, KH, KW], [N, M, OH, OW].
Conv2dShape MakeConv2dShape(const framework::Dims& input,
                            const framework::Dims& filter,
                            const framework::Dims& output,
                            const Extent2d& stride, const Extent2d& padding,
                            const Extent2d& dilation, int64_t groups);

// out[n, m, y, x] = sum over c, i, j of filter[m, c, i, j] *
//   input[n, c, y * stride + i * dilation - padding, ...].
// T is float or double. The images are computed in pieces whose size depends
// on the shape only, each by one thread, so the bits do not depend on the
// number of threads. float goes through oneDNN if the build has it.
template <typename T>
void Conv2d(const platform::DeviceContext& context, const Conv2dShape& shape,
            const framework::Tensor& input, const framework::Tensor& filter,
            framework::Tensor* output);

// The gradients for input and filter, given that for the output.
template <typename T>
void Conv2dBackwardInput(const platform::DeviceContext& context,
                         const Conv2dShape& shape,
                         const framework::Tensor& filter,
                         const framework::Tensor& d_output,
                         framework::Tensor* d_input);
template <typename T>
void Conv2dBackwardFilter(const platform::DeviceContext& context,
                          const Conv2dShape& shape,
                          const framework::Tensor& input,
                          const framework::Tensor& d_output,
                          framework::Tensor* d_filter);

}  // namespace paddle::operators::kernels
