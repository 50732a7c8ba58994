// Gives kernels access to arguments that are tensor arrays.
#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/tensor_array.h"

namespace paddle::operators {

// An input slot that may hold tensor arrays. Bound when the kernel is made, so
// running looks no name up. A member of the kernel, to whose arguments it
// refers.
class ArrayInput {
 public:
  ArrayInput(const framework::OperatorBase* kernel, absl::string_view slot);
  // True if variable i exists and is described as an array.
  bool is_array(int i = 0) const;
  // The number of variables in the slot; 0 if the program leaves it out.
  int size() const { return range_.count; }
  // Returns the array. Throws FailedPrecondition if the variable holds none.
  const framework::TensorArray& operator()(
      const framework::KernelContext& context, int i = 0) const {
    return context.var(range_.begin + i)->Get<framework::TensorArray>();
  }

 private:
  const framework::OpArguments& arguments_;
  const framework::SlotRange range_;
};

// An output slot that may hold a tensor array. Its variable is the first of the
// slot. A member of the kernel, as ArrayInput is.
class ArrayOutput {
 public:
  ArrayOutput(const framework::OperatorBase* kernel, absl::string_view slot);
  // False if the program does not want the output, or it is a tensor.
  bool is_array() const;
  // The data type that the program describes; only for an output that is
  // wanted.
  framework::DataType dtype() const {
    return arguments_.var(range_.begin).dtype;
  }
  framework::TensorArray& operator()(
      const framework::KernelContext& context) const {
    return *context.var(range_.begin)->GetMutable<framework::TensorArray>();
  }

 private:
  const framework::OpArguments& arguments_;
  const framework::SlotRange range_;
};

// Returns the single int64 or int32 index that a tensor holds; waits for a GPU.
// Throws InvalidArgument, naming the shape, for several numbers.
int64_t IndexIn(const framework::LoDTensor& tensor);

}  // namespace paddle::operators
