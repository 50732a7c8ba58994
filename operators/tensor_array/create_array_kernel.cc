#include "paddle/operators/common/array_arguments.h"

namespace paddle::operators {
namespace {

class CreateArrayKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // The data type is the variable's: an empty array has no element to tell
    // it.
    out_(context) = framework::TensorArray(out_.dtype());
  }

 private:
  const ArrayOutput out_{this, "Out"};
};

}  // namespace

REGISTER_OPERATOR(create_array, CreateArrayKernel);

}  // namespace paddle::operators
