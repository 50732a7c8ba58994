#include "paddle/operators/common/all_types.h"
#include "paddle/operators/creation/triangle_kernel.h"

namespace paddle::operators {
namespace {

// Kernels are registered as templates of Device and T; T does not matter to the
// base, which moves elements by size.
template <class Device, class T>
class TrilKernel final
    : public TriangleKernel<Device, kernels::Triangle::kLower> {
 public:
  using TriangleKernel<Device, kernels::Triangle::kLower>::TriangleKernel;
};

}  // namespace

REGISTER_OP_KERNEL(tril, TrilKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
