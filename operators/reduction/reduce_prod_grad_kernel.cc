#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

// Reads Out as well as X, though the function computes products anew: it needs
// those without the zeros.
template <class Device, class T>
using ReduceProdGradKernel =
    ReduceGradKernel<Device, kernels::ReduceProdGrad<Device, T>>;

}  // namespace

REGISTER_OP_KERNEL(reduce_prod_grad, ReduceProdGradKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
