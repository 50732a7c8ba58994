// Tensors joined along an axis, and the reverse.
#pragma once

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// out = the inputs one behind the other along `axis`; their dims agree but for
// that axis. Any data type. Nothing may share memory.
template <class Device>
void Concat(const Device& device,
            absl::Span<const framework::Tensor* const> inputs, int axis,
            framework::Tensor* out);

// Cuts x along `axis` into pieces of these sizes, which add up to its size. A
// piece whose output is null is left out.
template <class Device>
void Split(const Device& device, const framework::Tensor& x, int axis,
           absl::Span<const int64_t> sizes,
           absl::Span<framework::Tensor* const> outputs);

}  // namespace paddle::operators::kernels
