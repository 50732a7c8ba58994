// The factor of a loss that is divided by the number of its labels.
#pragma once

#include <cstdint>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/loss/loss.h"

namespace paddle::operators {

// Returns 1, or, to normalize, 1 / the number of labels that are not `ignored`
// (at least 1). The number is in the workspace, on the device: no step waits
// for a GPU to count.
template <class Device, class T>
kernels::LossScale LabelScale(const framework::KernelContext& context,
                              const framework::Tensor& label, int64_t ignored,
                              bool normalize) {
  if (!normalize) return {};
  return {1, kernels::CountLabels<Device, T>(
                 context.device<Device>(), label, static_cast<double>(ignored),
                 [&](size_t bytes) { return context.Workspace(bytes); })};
}

}  // namespace paddle::operators
