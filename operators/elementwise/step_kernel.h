// Makes the kernel of an operator that is a step of another one.
#pragma once

#include <memory>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/place.h"

namespace paddle::operators {

// Owns a kernel, and the arguments that it refers to. Immutable.
class StepKernel {
 public:
  // All variables are of type `dtype`. Throws Unimplemented if there is no
  // kernel for it and the place.
  StepKernel(const framework::proto::OpDesc& desc, platform::PlaceKind place,
             framework::DataType dtype);

  const framework::OpArguments& arguments() const { return *arguments_; }
  const framework::OperatorBase& kernel() const { return *kernel_; }

 private:
  std::unique_ptr<const framework::OpArguments> arguments_;
  std::unique_ptr<const framework::OperatorBase> kernel_;
};

}  // namespace paddle::operators
