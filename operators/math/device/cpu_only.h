// The check of kernel functions that are written for the CPU.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/platform/device_context.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

// Unimplemented, naming what was asked for and the place, on another device.
inline void EnforceOnCPU(const platform::DeviceContext& context,
                         absl::string_view what) {
  PADDLE_ENFORCE(context.place().is_cpu(), Unimplemented, what,
                 " of the CPU on ", context.place().ToString());
}

}  // namespace paddle::operators::kernels
