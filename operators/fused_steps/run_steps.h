// Runs the steps of fused_elementwise on a GPU.
#pragma once

#include <cstdint>

#include "paddle/operators/fused_steps/step_table.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes the outputs of a table, of `size` elements each. 16-bit numbers are
// computed in float; each result is rounded, as if it were stored. Enqueued on
// the stream of the device. T: floating types.
template <typename T>
void RunStepsOnCUDA(const platform::DeviceContext& device,
                    const StepTable<T>& table, int64_t size);

}  // namespace paddle::operators::kernels
