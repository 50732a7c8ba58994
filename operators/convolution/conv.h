// Convolution (cross-correlation, as the field calls it) of images and volumes.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/windows/extent.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// All sizes of a convolution. Input [batch, channels, in], filter
// [filters, channels / groups, kernel], output [batch, filters, out], all
// contiguous in this order; an extent stands for depth, height and width.
struct ConvShape {
  int64_t batch = 0;
  int64_t channels = 0;
  int64_t filters = 0;
  int64_t groups = 1;
  Extent in{};
  Extent kernel{};
  Extent out{};
  Extent stride{1, 1, 1};
  Extent padding{0, 0, 0};  // zeros before and after
  Extent dilation{1, 1, 1};

  int64_t input_size() const { return channels * Volume(in); }
  int64_t output_size() const { return filters * Volume(out); }
  int64_t filter_size() const {
    return filters * (channels / groups) * Volume(kernel);
  }
  // Whether nothing happens along the depth.
  bool is_flat() const {
    return in[0] == 1 && kernel[0] == 1 && out[0] == 1 && padding[0] == 0;
  }
  // Whether each filter sees one channel only.
  bool is_depthwise() const { return groups == channels && groups > 1; }
};

// Steps, zeros around the image and groups, as a ConvShape has them.
struct ConvWindow {
  Extent stride{1, 1, 1};
  Extent padding{0, 0, 0};
  Extent dilation{1, 1, 1};
  int64_t groups = 1;
};

// From checked dims [N, C, ...], [M, C / groups, ...], [N, M, ...] with one to
// three axes for the image.
ConvShape MakeConvShape(const framework::Dims& input,
                        const framework::Dims& filter,
                        const framework::Dims& output,
                        const ConvWindow& window);

// out[n, m, z, y, x] = sum over c, h, i, j of filter[m, c, h, i, j] *
//   input[n, c, z * stride + h * dilation - padding, ...].
// T is float or double. The images are computed in pieces whose size depends
// on the shape only, each by one thread, so the bits do not depend on the
// number of threads. float goes through oneDNN if the build has it; flat
// depthwise convolution has code of its own. The workspace is for GPUs.
template <class Device, class T>
void Conv(const Device& context, const ConvShape& shape,
          const framework::Tensor& input, const framework::Tensor& filter,
          Workspace workspace, framework::Tensor* output);

// The gradients for input and filter, given that for the output. The first is
// also what a transposed convolution of d_output computes.
template <class Device, class T>
void ConvBackwardInput(const Device& context, const ConvShape& shape,
                       const framework::Tensor& filter,
                       const framework::Tensor& d_output, Workspace workspace,
                       framework::Tensor* d_input);
template <class Device, class T>
void ConvBackwardFilter(const Device& context, const ConvShape& shape,
                        const framework::Tensor& input,
                        const framework::Tensor& d_output, Workspace workspace,
                        framework::Tensor* d_filter);

}  // namespace paddle::operators::kernels
