#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/shape/crop_part.h"
#include "paddle/operators/shape/cut_kernel.h"

namespace paddle::operators {
namespace {

template <typename T>
class CropGradKernel final : public CutGradKernel<CropPart> {
 public:
  using CutGradKernel::CutGradKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(crop_grad, CropGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(crop_grad, CropGradKernel);

}  // namespace paddle::operators
