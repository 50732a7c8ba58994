#include "paddle/operators/matrix/kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class MatmulKernel final : public ProductKernel<Device, T, MatmulRule> {
 public:
  using ProductKernel<Device, T, MatmulRule>::ProductKernel;
};

}  // namespace

REGISTER_OP_KERNEL(matmul, MatmulKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
