#include "paddle/operators/tensor_array/array_arguments.h"

namespace paddle::operators {
namespace {

class ArrayLengthKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    *out_(context).mutable_data<int64_t>() = array_(context).size();
  }

 private:
  const ArrayInput array_{this, "Array"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OPERATOR(array_length, ArrayLengthKernel);

}  // namespace paddle::operators
