// Product of matrices of 8-bit integers that stand for real numbers, as a fully
// connected layer needs it: rows are the pixels of images, and columns of the
// other matrix the filters of a convolution by windows of one pixel.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/math/loops/fused_activation.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The inputs of QuantizedMul; null pointers are left out. An integer stands for
// itself times its scale. Scales and the bias are float.
struct QuantizedMulInputs {
  const framework::Tensor& x;          // [rows..., columns...], int8 or uint8
  const framework::Tensor& x_scale;    // [1]
  const framework::Tensor& y;          // [N, K, 1, 1], int8
  const framework::Tensor& y_scale;    // [N]
  const framework::Tensor* bias;       // [N]
  const framework::Tensor* out_scale;  // [1]; of an integer out
};

// Computes out [rows..., N] = f(x * transposed y + bias), where x is seen as a
// matrix of K columns and f is the activation; the rest is as QuantizedConv
// says (quantized_conv.h). `packed` is y by PackQuantized for images of 1 x
// kMulRows; null: none. The bits of a row do not depend on the other rows.
template <class Device, class T>
void QuantizedMul(const Device& device, FusedActivation activation,
                  const QuantizedMulInputs& in, const framework::Tensor* packed,
                  memory::Allocator* allocator, Workspace workspace,
                  framework::Tensor* out);

}  // namespace paddle::operators::kernels
