#include "paddle/operators/indexing/arg_kernel.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ArgmaxKernel final
    : public ArgKernel<Device, kernels::ArgMax<Device, T>> {
 public:
  using ArgKernel<Device, kernels::ArgMax<Device, T>>::ArgKernel;
};

}  // namespace

REGISTER_OP_KERNEL(argmax, ArgmaxKernel, PADDLE_NUMBERS);

}  // namespace paddle::operators
