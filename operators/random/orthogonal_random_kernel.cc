#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/random/orthogonal_fill.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class OrthogonalRandomKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // One function for every device: it copies to a GPU itself.
    kernels::FillOrthogonal<T>(context.device<Device>(),
                               context.random_key(seed_), gain_,
                               &out_(context));
  }

 private:
  const Output out_{this, "Out"};
  const Attr<int64_t> seed_{this, "seed"};
  const Attr<double> gain_{this, "gain"};
};

}  // namespace

REGISTER_OP_KERNEL(orthogonal_random, OrthogonalRandomKernel, float, double);

}  // namespace paddle::operators
