#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/random/random_fill.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class TruncatedGaussianRandomKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::FillTruncatedGaussian<Device, T>(context.device<Device>(),
                                              context.random_key(seed_), mean_,
                                              std_, &out_(context));
  }

 private:
  const Output out_{this, "Out"};
  const Attr<int64_t> seed_{this, "seed"};
  const Attr<double> mean_{this, "mean"};
  const Attr<double> std_{this, "std"};
};

}  // namespace

REGISTER_OP_KERNEL(truncated_gaussian_random, TruncatedGaussianRandomKernel,
                   float, double);

}  // namespace paddle::operators
