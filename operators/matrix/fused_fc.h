// Fully connected layers with what follows them in most networks: a bias, a
// residual and an activation. For inference: there is no gradient.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/fused_activation.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The inputs of FusedFc; null pointers are left out.
struct FusedFcInputs {
  const framework::Tensor& x;         // rows of K, over any axes
  const framework::Tensor& w;         // [K, N], or [N, K] if transposed
  const framework::Tensor* bias;      // [N]
  const framework::Tensor* residual;  // as the output
  const framework::Tensor* packed;    // w once more (PackWeight)
};

// Computes out = f(x * w + bias + residual), where `activation` is f. 16-bit
// types are added up in float; with a packed w they are rounded once. On the
// CPU the product goes through PackedGemm if `packed` fits it, else, and on
// GPUs, through Matmul, for which the workspace is. The bits do not depend on
// the number of threads; with PackedGemm those of a row do not depend on the
// number of rows. `out` shares no memory with the inputs. T: floating types.
template <class Device, class T>
void FusedFc(const Device& device, bool transpose_w, FusedActivation activation,
             const FusedFcInputs& in, Workspace workspace,
             framework::Tensor* out);

// Writes w as FusedFc reads it fastest on the CPU: PackMatrix. On GPUs `packed`
// is zeros. T: float, bfloat16.
template <class Device, class T>
void PackWeight(const Device& device, bool transpose_w,
                const framework::Tensor& w, framework::Tensor* packed);

}  // namespace paddle::operators::kernels
