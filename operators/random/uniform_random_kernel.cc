#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/random/random_fill.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class UniformRandomKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // A key per operator and step, from the operator's seed or the program's.
    kernels::FillUniform<Device, T>(context.device<Device>(),
                                    context.random_key(seed_), min_, max_,
                                    &out_(context));
  }

 private:
  const Output out_{this, "Out"};
  const Attr<int64_t> seed_{this, "seed"};
  const Attr<double> min_{this, "min"};
  const Attr<double> max_{this, "max"};
};

}  // namespace

REGISTER_OP_KERNEL(uniform_random, UniformRandomKernel, float, double);

}  // namespace paddle::operators
