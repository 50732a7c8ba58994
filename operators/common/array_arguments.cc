#include "paddle/operators/common/array_arguments.h"

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

namespace {

bool IsArray(const framework::OpArguments& arguments,
             const framework::SlotRange& range, int i) {
  // A slot that the program leaves out has no variables.
  if (i >= range.count) return false;
  const auto& var = arguments.var(range.begin + i);
  // Kinds are known when the kernel is made; nothing is looked up in a run.
  return !var.name.empty() && var.kind == framework::proto::TENSOR_ARRAY;
}

}  // namespace

ArrayInput::ArrayInput(const framework::OperatorBase* kernel,
                       absl::string_view slot)
    : arguments_(kernel->arguments()), range_(arguments_.InputRange(slot)) {}

bool ArrayInput::is_array(int i) const {
  return IsArray(arguments_, range_, i);
}

ArrayOutput::ArrayOutput(const framework::OperatorBase* kernel,
                         absl::string_view slot)
    : arguments_(kernel->arguments()), range_(arguments_.OutputRange(slot)) {}

bool ArrayOutput::is_array() const { return IsArray(arguments_, range_, 0); }

int64_t IndexIn(const framework::LoDTensor& tensor) {
  PADDLE_ENFORCE(tensor.numel() == 1, InvalidArgument,
                 "an index of a tensor array is one number, not ",
                 tensor.dims().ToString());
  // Kernels need the index on the host to find the element.
  const framework::Tensor here = framework::OnCPU(tensor);
  if (here.dtype() == framework::DataType::kInt32) {
    return *here.data<int32_t>();
  }
  return *here.data<int64_t>();
}

}  // namespace paddle::operators
