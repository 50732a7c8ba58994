#include "paddle/operators/common/array_arguments.h"
#include "paddle/operators/math/rows/tensor_array.h"

namespace paddle::operators {
namespace {

class ArrayToTensorKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::JoinArray(context.device(), array_(context), axis_, use_stack_,
                       context.allocator(), &out_(context), &sizes_(context));
  }

 private:
  const ArrayInput array_{this, "Array"};
  const Output out_{this, "Out"};
  const Output sizes_{this, "Sizes"};
  const Attr<int64_t> axis_{this, "axis"};
  const Attr<bool> use_stack_{this, "use_stack"};
};

}  // namespace

REGISTER_OPERATOR(array_to_tensor, ArrayToTensorKernel);

}  // namespace paddle::operators
