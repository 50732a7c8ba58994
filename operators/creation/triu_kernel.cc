#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/creation/triangle_kernel.h"

namespace paddle::operators {
namespace {

template <typename T>
class TriuKernel final : public TriangleKernel<kernels::Triangle::kUpper> {
 public:
  using TriangleKernel::TriangleKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(triu, TriuKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(triu, TriuKernel);

}  // namespace paddle::operators
