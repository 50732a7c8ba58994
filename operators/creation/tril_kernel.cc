#include "paddle/operators/creation/triangle_kernel.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// Kernels are registered as templates of Device and T; T does not matter to the
// base, which moves elements by size.
template <class Device, class T>
using TrilKernel = TriangleKernel<Device, kernels::Triangle::kLower>;

}  // namespace

REGISTER_OP_KERNEL(tril, TrilKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
