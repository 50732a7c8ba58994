#include "paddle/operators/matrix/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class MulKernel final : public ProductKernel<Device, T, MulRule> {
 public:
  using ProductKernel<Device, T, MulRule>::ProductKernel;
};

}  // namespace

REGISTER_OP_KERNEL(mul, MulKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
