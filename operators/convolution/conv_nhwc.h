// Convolution of images whose channels are last, and its gradients, as
// conv2d_nhwc calls them.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/convolution/conv_kernels.h"
#include "paddle/operators/math/loops/workspace.h"

namespace paddle::operators::kernels {

// Computes output [N, OH, OW, M] = the convolution of input [N, H, W, C], with
// the bits of ConvForward. Where there is no code for this order
// (TakesChannelsLast; on GPUs), images are turned, in memory of `allocator`. T:
// float, double.
template <class Device, class T>
void ConvNhwc(const Device& device, const ConvAttributes& attributes,
              const framework::Tensor& input, const framework::Tensor& filter,
              memory::Allocator* allocator, Workspace workspace,
              framework::Tensor* output);

// Computes the gradients that are not null, with the bits of ConvForwardGrad.
template <class Device, class T>
void ConvNhwcGrad(const Device& device, const ConvAttributes& attributes,
                  const framework::Tensor& input,
                  const framework::Tensor& filter, memory::Allocator* allocator,
                  const framework::Tensor& d_output, Workspace workspace,
                  framework::Tensor* d_input, framework::Tensor* d_filter);

}  // namespace paddle::operators::kernels
