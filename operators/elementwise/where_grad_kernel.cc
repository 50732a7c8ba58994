#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/elementwise/where.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

using framework::Tensor;

// The gradient of a condition does not exist: it is bool.
template <class Device, class T>
void WhereGrad(const Device& device, const Tensor& condition,
               const Tensor& dout, kernels::Workspace workspace, Tensor* dx,
               Tensor* dy) {
  // One after the other: both ask for the same workspace.
  for (const bool chosen : {true, false}) {
    Tensor* to = chosen ? dx : dy;
    if (to == nullptr) continue;
    kernels::WhereGrad<Device, T>(device, condition, dout, chosen, workspace,
                                  to);
  }
}

constexpr absl::string_view kNames[] = {"Condition", "Out@GRAD", "X@GRAD",
                                        "Y@GRAD"};

}  // namespace

REGISTER_FUNCTION_KERNEL(where_grad, WhereGrad, kNames, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
