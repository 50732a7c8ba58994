// Runs the steps of fused_elementwise on a GPU: all in one launch where that is
// linked and takes them (device_steps.h), else by their operators' own kernels,
// one after the other.
#pragma once

#include <memory>
#include <vector>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/operators/elementwise/device_steps.h"
#include "paddle/operators/elementwise/fused_program.h"
#include "paddle/operators/elementwise/step_kernel.h"
#include "paddle/operators/elementwise/whole_steps.h"

namespace paddle::operators {

// The kernel of fused_elementwise for GPUs. Results of steps that run one by
// one lie in the workspace until they are outputs. Immutable.
class OwnKernelStepsBase : public framework::OpKernel {
 public:
  OwnKernelStepsBase(const framework::OpArguments& arguments,
                     framework::DataType dtype);
  void Compute(const framework::KernelContext& context) const override;

 private:
  // A step, its kernel, and what each argument of that is: an operand, by its
  // number within the step, or the result.
  struct Step {
    StepKernel kernel;
    std::vector<int> operands;
  };
  static constexpr int kResult = -1;

  Step MakeStep(const FusedStep& step) const;
  // Returns a new variable in `scope` for each result, with memory: an
  // output's, unless an input has that, else of the workspace.
  std::vector<framework::Variable*> MakeResults(
      const framework::KernelContext& context, framework::Scope* scope) const;
  bool IsInput(const framework::KernelContext& context,
               const framework::Tensor& tensor) const;
  // Returns false, having done nothing, if the steps must run one by one.
  bool ComputeJoined(const framework::KernelContext& context) const;
  kernels::StepDims DimsOfAll(const framework::KernelContext& context) const;

  const InputList x_{this, "X"};
  const OutputList out_{this, "Out"};
  const framework::DataType dtype_;
  FusedProgram program_;
  std::vector<Step> steps_;
  std::unique_ptr<const DeviceSteps> joined_;  // may be null
};

template <class T>
class OwnKernelSteps final : public OwnKernelStepsBase {
 public:
  explicit OwnKernelSteps(const framework::OpArguments& arguments)
      : OwnKernelStepsBase(arguments, framework::DataTypeOf<T>()) {}
};

}  // namespace paddle::operators
