#include "absl/types/span.h"

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/common/array_arguments.h"
#include "paddle/operators/math/rows/tensor_array.h"

namespace paddle::operators {
namespace {

class ArrayToTensorGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // Sizes of elements determine shapes, so they are read on the host.
    const framework::LoDTensor sizes = framework::OnCPU(sizes_(context));
    darray_(context) = kernels::SplitToArray(
        context.device(), dout_(context), axis_, use_stack_,
        absl::MakeConstSpan(sizes.data<int64_t>(), sizes.numel()),
        context.allocator());
  }

 private:
  const Input sizes_{this, "Sizes"};
  const Input dout_{this, "Out@GRAD"};
  const ArrayOutput darray_{this, "Array@GRAD"};
  const Attr<int64_t> axis_{this, "axis"};
  const Attr<bool> use_stack_{this, "use_stack"};
};

}  // namespace

REGISTER_OPERATOR(array_to_tensor_grad, ArrayToTensorGradKernel);

}  // namespace paddle::operators
