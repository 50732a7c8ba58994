// Functions of one tensor, element by element.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

enum class UnaryOp {
  kRelu,
  kSigmoid,
  kTanh,
  kExp,
  kLog,
  kSquare,
  kSqrt,
  kSign,  // without gradient
};

// Whether the gradient is computed from the output; if not, from the input.
constexpr bool GradReadsOutput(UnaryOp op) {
  return op != UnaryOp::kLog && op != UnaryOp::kSquare;
}

// Below, all tensors of a call have the same dims, and an output may share all
// its memory with an input.

// out = op(x). NaN gives NaN. T: float, double.
template <typename T, UnaryOp op>
void Activation(const platform::DeviceContext& device,
                const framework::Tensor& x, framework::Tensor* out);
// dx = dout * op'(x), where `saved` is the output or input of Activation, as
// GradReadsOutput says.
template <typename T, UnaryOp op>
void ActivationGrad(const platform::DeviceContext& device,
                    const framework::Tensor& saved,
                    const framework::Tensor& dout, framework::Tensor* dx);

// out = scale * x + bias. Integers compute in double, round towards zero and
// stay within the range of T. T: float, double, int32_t, int64_t.
template <typename T>
void Scale(const platform::DeviceContext& device, const framework::Tensor& x,
           double scale, double bias, framework::Tensor* out);

// out = min where x < min, max where x > max, else x. T as for Scale.
template <typename T>
void Clip(const platform::DeviceContext& device, const framework::Tensor& x,
          double min, double max, framework::Tensor* out);
// dx = dout where min <= x <= max, else 0. T: float, double.
template <typename T>
void ClipGrad(const platform::DeviceContext& device, const framework::Tensor& x,
              const framework::Tensor& dout, double min, double max,
              framework::Tensor* dx);

}  // namespace paddle::operators::kernels
