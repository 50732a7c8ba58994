#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/shape/cut_kernel.h"
#include "paddle/operators/shape/slice_part.h"

namespace paddle::operators {
namespace {

template <typename T>
class SliceGradKernel final : public CutGradKernel<SlicePart> {
 public:
  using CutGradKernel::CutGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(slice_grad, SliceGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(slice_grad, SliceGradKernel);

}  // namespace paddle::operators
