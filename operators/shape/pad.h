// Pads a tensor along any of its axes. Cropping is the gradient of a constant
// border; the other borders copy elements, whose gradients add up.
#pragma once

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/number.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The values of the border: a constant; x mirrored at its outermost elements,
// which are not repeated (c b a b c for a b c); or the outermost elements
// repeated (a a a b c). For example, two elements on both sides of a b c give,
// mirrored, c b a b c b a and, repeated, a a a b c c c.
enum class PadMode { kConstant, kReflect, kReplicate };

// In the functions below, before[i] is the number of border elements in front
// of x along axis i; the rest of the difference in size follows after x. For
// kReflect both borders must be narrower than x; for kReplicate, x must not be
// empty along a padded axis. The tensors must not share memory.

// Computes out = x within its border. `value`, converted to the data type of x,
// is the constant of kConstant. Supports every data type. Copies elements as
// they are: NaN and infinities keep their bits. Mirrored corners are mirrored
// along each axis, as by padding one axis after the other.
template <class Device>
void Pad(const Device& device, const framework::Tensor& x,
         absl::Span<const int64_t> before, PadMode mode,
         const framework::Number& value, framework::Tensor* out);

// Computes the gradient of x: dout at the place of x, plus, unless the mode is
// kConstant, the dout of each border element added to the element that it
// copies. `workspace` provides dout.bytes() bytes. The result is deterministic.
// T: float16, bfloat16, float, double. dx and dout have the shapes of x and
// out. In mode kConstant the workspace is not asked for. float16 and bfloat16
// are rounded after each addition.
template <class Device, class T>
void PadGrad(const Device& device, const framework::Tensor& dout,
             absl::Span<const int64_t> before, PadMode mode,
             Workspace workspace, framework::Tensor* dx);

// Adds array 0 of the nest to array 1: to[...] += from[...]. The nest must not
// visit an element of array 1 twice, since threads add without atomics.
template <typename T>
void AddBoxOnCUDA(const platform::CUDADeviceContext& device,
                  const LoopNest<2>& nest, const T* from, T* to);

}  // namespace paddle::operators::kernels
