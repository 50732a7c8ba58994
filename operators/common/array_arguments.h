// How kernels reach arguments that are tensor arrays, or places in them.
#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/tensor_array.h"

namespace paddle::operators {

// An input slot that may hold a tensor array.
class ArrayInput {
 public:
  ArrayInput(const framework::OperatorBase* kernel, absl::string_view slot);
  // Whether variable `i` is there and is an array.
  bool is_array(int i = 0) const;
  int size() const { return range_.count; }
  // FailedPrecondition if the variable holds no array.
  const framework::TensorArray& operator()(
      const framework::KernelContext& context, int i = 0) const {
    return context.var(range_.begin + i)->Get<framework::TensorArray>();
  }

 private:
  const framework::OpArguments& arguments_;
  const framework::SlotRange range_;
};

// An output slot that may hold a tensor array.
class ArrayOutput {
 public:
  ArrayOutput(const framework::OperatorBase* kernel, absl::string_view slot);
  bool is_array() const;
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

// The one index (int64 or int32) that a tensor holds. InvalidArgument, with
// shape and data type, for anything else.
int64_t IndexIn(const framework::LoDTensor& tensor);

}  // namespace paddle::operators
