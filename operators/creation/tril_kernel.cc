#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/creation/triangle_kernel.h"

namespace paddle::operators {
namespace {

template <typename T>
class TrilKernel final : public TriangleKernel<kernels::Triangle::kLower> {
 public:
  using TriangleKernel::TriangleKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(tril, TrilKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(tril, TrilKernel);

}  // namespace paddle::operators
