#include "paddle/operators/common/all_types.h"
#include "paddle/operators/creation/triangle_kernel.h"

namespace paddle::operators {
namespace {

// See tril_kernel.cc on T.
template <class Device, class T>
class TriuKernel final
    : public TriangleKernel<Device, kernels::Triangle::kUpper> {
 public:
  using TriangleKernel<Device, kernels::Triangle::kUpper>::TriangleKernel;
};

}  // namespace

REGISTER_OP_KERNEL(triu, TriuKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
