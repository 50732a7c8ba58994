// The interface of what computes all steps of fused_elementwise in one launch
// on a GPU. It knows the functors of several families, so that it is none of
// this one: //operators/fused_steps, which :all_ops links.
#pragma once

#include <memory>

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/elementwise/fused_program.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators {

// A program for tensors of one data type. Immutable.
class DeviceSteps {
 public:
  using Inputs = absl::Span<const framework::Tensor* const>;
  using Outputs = absl::Span<framework::Tensor* const>;

  virtual ~DeviceSteps() = default;
  // Computes the outputs, all of shape `space`, which the results of all steps
  // have. The bits are those of the operators one by one. The first output may
  // have the memory of the first input, if their shapes agree. Enqueued on the
  // stream of the device.
  virtual void Compute(const platform::DeviceContext& device,
                       const framework::Dims& space, Inputs inputs,
                       Outputs outputs) const = 0;
};

// Makes them; null for a data type that it does not have, a step that it does
// not know, and a program that is too long.
using DeviceStepsMaker = std::unique_ptr<const DeviceSteps> (*)(
    const FusedProgram& program, framework::DataType dtype);

// Calls the maker that is linked; null if there is none. Thread safe.
std::unique_ptr<const DeviceSteps> MakeDeviceSteps(const FusedProgram& program,
                                                   framework::DataType dtype);
// Sets the maker, while static variables are initialized. Returns 0, so that
// one of these can hold the call.
int SetDeviceStepsMaker(DeviceStepsMaker maker);

}  // namespace paddle::operators
