#include "absl/types/span.h"

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/math/rows/tensor_array.h"

namespace paddle::operators {
namespace {

using framework::Tensor;

void ArrayToTensorGrad(const platform::DeviceContext& device,
                       const Tensor& sizes_of, const Tensor& dout, int64_t axis,
                       bool use_stack, memory::Allocator* allocator,
                       framework::TensorArray* darray) {
  // Sizes of elements determine shapes, so they are read on the host.
  const Tensor sizes = framework::OnCPU(sizes_of);
  *darray = kernels::SplitToArray(
      device, dout, axis, use_stack,
      absl::MakeConstSpan(sizes.data<int64_t>(), sizes.numel()), allocator);
}

constexpr absl::string_view kNames[] = {"Sizes", "Out@GRAD", "axis",
                                        "use_stack", "Array@GRAD"};

}  // namespace

REGISTER_FUNCTION_OPERATOR(array_to_tensor_grad, ArrayToTensorGrad, kNames);

}  // namespace paddle::operators
