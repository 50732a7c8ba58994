// Attention of any data type for the kernels of operators: where 16-bit numbers
// are not multiplied themselves, it computes in float, from copies.
#pragma once

#include <type_traits>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/attention/attention.h"
#include "paddle/operators/attention/bfloat16_attention.h"
#include "paddle/operators/math/loops/float_tensors.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// True if AnyAttention multiplies numbers of T themselves.
template <class Device, class T>
bool MultipliesHalves(const AttentionBatch& batch, const framework::Tensor& q,
                      const framework::Tensor& v) {
  if constexpr (std::is_same_v<Device, platform::CPUDeviceContext> &&
                std::is_same_v<T, platform::bfloat16>) {
    return HasBFloat16Attention(batch, q, v);
  }
  return false;
}

// Computes Attention for T: float16, bfloat16, float, double. lse is of
// platform::Accumulator<T>; the bias of that type, or of T. Temporary tensors
// are in memory of `allocator`.
template <class Device, class T>
void AnyAttention(const Device& device, AttentionBatch batch,
                  const framework::Tensor& q, const framework::Tensor& k,
                  const framework::Tensor& v, memory::Allocator* allocator,
                  framework::Tensor* out, framework::Tensor* lse) {
  if constexpr (!platform::kIsHalf<T>) {
    Attention<Device, T>(device, batch, q, k, v, out, lse);
  } else {
    const FloatTensors<Device, T> floats(device, allocator);
    framework::Tensor bias, result;
    batch.bias = floats.CopyOrNull(batch.bias, &bias);
    if (MultipliesHalves<Device, T>(batch, q, v)) {
      return BFloat16Attention(batch, q, k, v, out, lse);
    }
    Attention<Device, float>(device, batch, floats.Copy(q), floats.Copy(k),
                             floats.Copy(v), floats.Like(out, &result), lse);
    floats.Round(result, out);
  }
}

// Computes AttentionGrad likewise. The gradient of the bias has its type.
template <class Device, class T>
void AnyAttentionGrad(const Device& device, AttentionBatch batch,
                      const framework::Tensor& q, const framework::Tensor& k,
                      const framework::Tensor& v, const framework::Tensor& out,
                      const framework::Tensor& lse,
                      const framework::Tensor& d_out,
                      memory::Allocator* allocator,
                      const AttentionGradients& gradients) {
  if constexpr (!platform::kIsHalf<T>) {
    AttentionGrad<Device, T>(device, batch, q, k, v, out, lse, d_out,
                             gradients);
  } else {
    const FloatTensors<Device, T> floats(device, allocator);
    framework::Tensor bias, dq, dk, dv, d_bias;
    batch.bias = floats.CopyOrNull(batch.bias, &bias);
    AttentionGradients wide = gradients;
    wide.bias = floats.Like(gradients.bias, &d_bias);
    if (MultipliesHalves<Device, T>(batch, q, v)) {
      BFloat16AttentionGrad(batch, q, k, v, lse, d_out, wide);
    } else {
      wide.q = floats.Like(gradients.q, &dq);
      wide.k = floats.Like(gradients.k, &dk);
      wide.v = floats.Like(gradients.v, &dv);
      AttentionGrad<Device, float>(
          device, batch, floats.Copy(q), floats.Copy(k), floats.Copy(v),
          floats.Copy(out), lse, floats.Copy(d_out), wide);
      floats.Round(dq, gradients.q);
      floats.Round(dk, gradients.k);
      floats.Round(dv, gradients.v);
    }
    floats.Round(d_bias, gradients.bias);
  }
}

}  // namespace paddle::operators::kernels
