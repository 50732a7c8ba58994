#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/random/random_fill.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class GaussianRandomKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // A key per operator and step, from the operator's seed or the program's.
    kernels::FillGaussian<Device, T>(context.device<Device>(),
                                     context.random_key(seed_), mean_, std_,
                                     &out_(context));
  }

 private:
  const Output out_{this, "Out"};
  const Attr<int64_t> seed_{this, "seed"};
  const Attr<double> mean_{this, "mean"};
  const Attr<double> std_{this, "std"};
};

}  // namespace

REGISTER_OP_KERNEL(gaussian_random, GaussianRandomKernel, float, double);

}  // namespace paddle::operators
