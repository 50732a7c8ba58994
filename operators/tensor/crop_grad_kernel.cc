#include "paddle/operators/tensor/all_types.h"
#include "paddle/operators/tensor/crop_part.h"
#include "paddle/operators/tensor/cuda_twin.h"
#include "paddle/operators/tensor/cut_kernel.h"

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
