// Numbers as rows with a single 1.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/kernels/index.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// out, [ids, depth] = 1 (true) at [i, ids[i]], else 0. Any data type. The ids
// have been checked against depth.
void OneHot(const platform::DeviceContext& device, Indices ids,
            framework::Tensor* out);

}  // namespace paddle::operators::kernels
