// Fills tensors of every device with what is computed on the host.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/copy.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/place.h"

namespace paddle::operators::kernels {

// Calls fill(tensor) with `out`, or, if that is not on the host, with a tensor
// like it that is, which is then copied there.
template <typename Fill>
void FillOnHost(const platform::DeviceContext& device, const Fill& fill,
                framework::Tensor* out) {
  if (device.place().is_cpu()) return fill(out);
  framework::Tensor filled(out->dims(), out->dtype());
  fill(&filled);
  memory::Copy(device.place(), out->raw_mutable_data(), platform::CPUPlace(),
               filled.raw_data(), filled.bytes());
}

}  // namespace paddle::operators::kernels
