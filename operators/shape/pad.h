// Borders around a tensor.
#pragma once

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/number.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// What the border holds: one value; the elements within, mirrored at the
// outermost ones, which are not repeated (c b a b c for a b c); or the
// outermost elements again (a a a b c).
enum class PadMode { kConstant, kReflect, kReplicate };

// Below, `before` says for each axis how many elements out has in front of x;
// what it has more than that lies behind. For kReflect both are less than the
// size of x, for kReplicate x has an element along each axis that is padded.
// Nothing may share memory.

// out = x and its border. `value`, converted to the data type, is that of
// kConstant. Any data type.
template <class Device>
void Pad(const Device& device, const framework::Tensor& x,
         absl::Span<const int64_t> before, PadMode mode,
         const framework::Number& value, framework::Tensor* out);

// dx = dout within, and the border's dout added to the elements it repeats (not
// for kConstant). T: float16, bfloat16, float, double.
template <class Device, class T>
void PadGrad(const Device& device, const framework::Tensor& dout,
             absl::Span<const int64_t> before, PadMode mode,
             Workspace workspace, framework::Tensor* dx);

// What it adds on GPUs: to[...] += from[...], arrays 1 and 0 of the nest, which
// meets no element of array 1 twice.
template <typename T>
void AddBoxOnCUDA(const platform::CUDADeviceContext& device,
                  const LoopNest<2>& nest, const T* from, T* to);

}  // namespace paddle::operators::kernels
