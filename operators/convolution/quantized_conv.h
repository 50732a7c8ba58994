// Convolution of 8-bit integers that stand for real numbers, with what follows
// it in most networks: a bias, a residual, an activation, and the rounding of
// the result. For inference: there is no gradient.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/convolution/conv_kernels.h"
#include "paddle/operators/math/loops/fused_activation.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The inputs of QuantizedConv; null pointers are left out. An integer stands
// for itself times its scale. Scales and the bias are float.
struct QuantizedConvInputs {
  const framework::Tensor& input;           // [N, H, W, C], int8 or uint8
  const framework::Tensor& input_scale;     // [1]
  const framework::Tensor& filter;          // [M, C / groups, KH, KW], int8
  const framework::Tensor& filter_scale;    // [M]
  const framework::Tensor* bias;            // [M]
  const framework::Tensor* residual;        // [N, OH, OW, M], or float
  const framework::Tensor* residual_scale;  // [1]; of an integer residual
  const framework::Tensor* output_scale;    // [1]; of an integer output
};

// Computes output [N, OH, OW, M] = f(the convolution of the real numbers that
// input and filter stand for + bias + residual), where `activation` is f. An
// integer output is that divided by its scale, rounded half to even and kept
// within the range of its type. T is the input's type. On the CPU it goes
// through oneDNN where the processor adds up products of integers, which is
// exact; else, and on GPUs, the integers are made real numbers first, in memory
// of `allocator`, and a result may be rounded to the next integer. The bits
// depend neither on the number of threads nor, on the CPU, on the batch. The
// output shares no memory with the inputs. `packed` is the filter once more, by
// PackQuantized; null: none.
template <class Device, class T>
void QuantizedConv(const Device& device, const ConvAttributes& attributes,
                   FusedActivation activation, const QuantizedConvInputs& in,
                   const framework::Tensor* packed,
                   memory::Allocator* allocator, Workspace workspace,
                   framework::Tensor* output);

// Writes `filter` as QuantizedConv reads it fastest for images of height and
// width `image` and these types, whose names are those of numbers; "": no
// residual. `packed` has PackedQuantizedSize elements,
// int8. Zeros where there is no such order, and on GPUs.
template <class Device>
void PackQuantized(const Device& device, const ConvAttributes& attributes,
                   const std::vector<int64_t>& image,
                   FusedActivation activation, const std::string& input_dtype,
                   const std::string& output_dtype,
                   const std::string& residual_dtype,
                   const framework::Tensor& filter, framework::Tensor* packed);

}  // namespace paddle::operators::kernels
