#include "paddle/operators/common/all_types.h"
#include "paddle/operators/shape/cut_kernel.h"
#include "paddle/operators/shape/slice_part.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SliceKernel final : public CutKernel<Device, SlicePart> {
 public:
  using CutKernel<Device, SlicePart>::CutKernel;
};

}  // namespace

REGISTER_OP_KERNEL(slice, SliceKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
