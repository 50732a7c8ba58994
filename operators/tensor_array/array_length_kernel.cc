#include "paddle/operators/common/array_arguments.h"
#include "paddle/operators/math/rows/any_device.h"

namespace paddle::operators {
namespace {

class ArrayLengthKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto size = static_cast<double>(array_(context).size());
    // On the host the length is known; filling sends it to a GPU without a
    // wait.
    kernels::Fill(context.device(), size, &out_(context));
  }

 private:
  const ArrayInput array_{this, "Array"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OPERATOR(array_length, ArrayLengthKernel);

}  // namespace paddle::operators
