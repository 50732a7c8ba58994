#include "paddle/operators/collective/collective_kernel.h"

namespace paddle::operators {
namespace {

class BarrierKernel final : public CollectiveKernel {
 public:
  using CollectiveKernel::CollectiveKernel;
  void Compute(const framework::KernelContext& context) const override {
    group(context).Barrier();
  }
};

}  // namespace

REGISTER_OPERATOR(barrier, BarrierKernel);

}  // namespace paddle::operators
