#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

// IntermediateVal is z = (2 * Y - 1) * X, by which both pieces are chosen.
template <class Device, class T>
class ModifiedHuberLossKernel final
    : public LossKernel<Device, T, kernels::LossOp::kModifiedHuber> {
 public:
  explicit ModifiedHuberLossKernel(const framework::OpArguments& arguments)
      : LossKernel<Device, T, kernels::LossOp::kModifiedHuber>(
            arguments, {{"X", "Y"}, "Out", "IntermediateVal"}) {}
};

}  // namespace

REGISTER_OP_KERNEL(modified_huber_loss, ModifiedHuberLossKernel, float, double);

}  // namespace paddle::operators
