#include "absl/container/inlined_vector.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/concat.h"
#include "paddle/operators/shape/stacked_dims.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// Concatenates views of the inputs that have the new axis, of size 1; they
// share memory with the inputs, so that elements are copied only once.
template <class Device, class T>
class StackKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    absl::InlinedVector<framework::Tensor, 8> inputs;
    const framework::Dims dims = x_(context, 0).dims();
    const int axis = StackAxis(axis_, dims);
    for (int i = 0; i < x_.size(); ++i) {
      inputs.push_back(
          x_(context, i).Reshaped(StackedDims(dims, axis, /*count=*/1)));
    }
    absl::InlinedVector<const framework::Tensor*, 8> pointers;
    for (const framework::Tensor& input : inputs) pointers.push_back(&input);
    kernels::Concat(context.device<Device>(), pointers, axis, &out_(context));
  }

 private:
  const InputList x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_KERNEL(stack, StackKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
