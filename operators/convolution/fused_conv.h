// Convolution of images whose channels are last, with what follows it in most
// networks: a bias, a residual and an activation. For inference: there is no
// gradient.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/convolution/conv_kernels.h"
#include "paddle/operators/math/loops/fused_activation.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The inputs of FusedConv; null pointers are left out.
struct FusedConvInputs {
  const framework::Tensor& input;     // [N, H, W, C]
  const framework::Tensor& filter;    // [M, C / groups, KH, KW]
  const framework::Tensor* bias;      // [M]
  const framework::Tensor* residual;  // [N, OH, OW, M]
  const framework::Tensor* packed;    // the filter once more (PackFilter)
  const framework::Tensor* scale;     // [M], of the filter; packed is scaled
};

// Computes output [N, OH, OW, M] = f(the convolution of input by filter * scale
// + bias + residual), where `activation` is f. T: float, double, bfloat16. On
// the CPU floats go through oneDNN if the build has it, and so does bfloat16 if
// the processor has instructions for it; sums of it are rounded before a
// residual is added. Else, and on GPUs, bfloat16 is computed in float, and
// images are turned, computed by Conv and turned back, in memory of
// `allocator`. The bits depend neither on the number of threads nor, on the
// CPU, on the batch. The output shares no memory with the inputs.
template <class Device, class T>
void FusedConv(const Device& device, const ConvAttributes& attributes,
               FusedActivation activation, const FusedConvInputs& in,
               memory::Allocator* allocator, Workspace workspace,
               framework::Tensor* output);

// Writes `filter`, each one times its `scale` unless that is null, as FusedConv
// reads it fastest for images of height and width `image`. `packed` has
// PackedSize elements of T, or as many as WinogradFilterSize besides the note.
// On GPUs, where FusedConv reads the filter itself, it is zeros. T: float,
// bfloat16.
template <class Device, class T>
void PackFilter(const Device& device, const ConvAttributes& attributes,
                const std::vector<int64_t>& image,
                const framework::Tensor& filter, const framework::Tensor* scale,
                memory::Allocator* allocator, Workspace workspace,
                framework::Tensor* packed);

}  // namespace paddle::operators::kernels
