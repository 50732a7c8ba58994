#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

// Reads Out as well as X, though the function computes products anew: it needs
// those without the zeros.
template <class Device, class T>
class ReduceProdGradKernel final
    : public ReduceGradKernel<Device, kernels::ReduceProdGrad<Device, T>> {
 public:
  using ReduceGradKernel<Device,
                         kernels::ReduceProdGrad<Device, T>>::ReduceGradKernel;
};

}  // namespace

REGISTER_OP_KERNEL(reduce_prod_grad, ReduceProdGradKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
