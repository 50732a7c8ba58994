#include "paddle/operators/common/kernel_variable.h"

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

namespace {

// Returns the variables of an input or of an output. Asks the schema first,
// since InputRange throws for the name of an output.
framework::SlotRange RangeOf(const framework::OpArguments& arguments,
                             absl::string_view slot) {
  return arguments.proto().FindInput(slot) != nullptr
             ? arguments.InputRange(slot)
             : arguments.OutputRange(slot);
}

}  // namespace

KernelVariable::KernelVariable(const framework::OpKernel* kernel, int index) {
  const framework::OpArguments& arguments = kernel->arguments();
  if (arguments.var(index).name.empty()) return;
  index_ = index;
  is_output_ = index >= arguments.num_inputs();
}

KernelVariable::KernelVariable(const framework::OpKernel* kernel,
                               absl::string_view slot) {
  if (slot.empty()) return;
  const framework::OpArguments& arguments = kernel->arguments();
  const framework::SlotRange range = RangeOf(arguments, slot);
  PADDLE_ENFORCE(range.count <= 1, InvalidArgument, "slot ", slot,
                 " of operator ", arguments.desc().type(),
                 " takes one variable, not ", range.count);
  if (range.count == 1) *this = KernelVariable(kernel, range.begin);
}

KernelVariables VariablesIn(const framework::OpKernel* kernel,
                            absl::string_view slot) {
  const framework::SlotRange range = RangeOf(kernel->arguments(), slot);
  KernelVariables variables;
  for (int i = 0; i < range.count; ++i) {
    variables.emplace_back(kernel, range.begin + i);
  }
  return variables;
}

}  // namespace paddle::operators
