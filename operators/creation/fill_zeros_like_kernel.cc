#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/array_arguments.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class FillZerosLikeKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // A missing element of an array counts as zeros, so the zeros of an array
    // are an empty one.
    if (array_.is_array()) {
      array_(context) = framework::TensorArray(array_.dtype());
    } else {
      kernels::Fill(context.device<Device>(), 0, &out_(context));
    }
  }

 private:
  const Output out_{this, "Out"};
  const ArrayOutput array_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(fill_zeros_like, FillZerosLikeKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
