#include "paddle/operators/creation/triangle_kernel.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// See tril_kernel.cc on T.
template <class Device, class T>
using TriuKernel = TriangleKernel<Device, kernels::Triangle::kUpper>;

}  // namespace

REGISTER_OP_KERNEL(triu, TriuKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
