#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/shape/crop_part.h"
#include "paddle/operators/shape/cut_kernel.h"

namespace paddle::operators {
namespace {

template <typename T>
class CropKernel final : public CutKernel<CropPart> {
 public:
  using CutKernel::CutKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(crop, CropKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(crop, CropKernel);

}  // namespace paddle::operators
