// Concatenation of tensors along an axis, and splitting along one. Both copy
// bytes, whatever the data type.
#pragma once

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Writes the inputs to `out`, concatenated along `axis`. Their dims agree in
// all other axes, and the sizes of that axis add up to out's. Any data type,
// the same for all; nothing may share memory. Device: CPU or CUDA.
template <class Device>
void Concat(const Device& device,
            absl::Span<const framework::Tensor* const> inputs, int axis,
            framework::Tensor* out);

// Cuts x along `axis` into pieces of `sizes`, which add up to the size of the
// axis, and writes piece i to outputs[i], whose dims fit. A piece whose output
// is null is skipped. Any data type, the same for all; nothing may share
// memory. Sizes may be 0.
template <class Device>
void Split(const Device& device, const framework::Tensor& x, int axis,
           absl::Span<const int64_t> sizes,
           absl::Span<framework::Tensor* const> outputs);

}  // namespace paddle::operators::kernels
