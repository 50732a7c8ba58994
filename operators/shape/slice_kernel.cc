#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/shape/cut_kernel.h"
#include "paddle/operators/shape/slice_part.h"

namespace paddle::operators {
namespace {

template <typename T>
class SliceKernel final : public CutKernel<SlicePart> {
 public:
  using CutKernel::CutKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(slice, SliceKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(slice, SliceKernel);

}  // namespace paddle::operators
