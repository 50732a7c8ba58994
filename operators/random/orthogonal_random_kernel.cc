#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/random/orthogonal_fill.h"

namespace paddle::operators {
namespace {

template <typename T>
class OrthogonalRandomKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::FillOrthogonal<T>(context.device(), context.random_key(seed_),
                               gain_, &out_(context));
  }

 private:
  const Output out_{this, "Out"};
  const Attr<int64_t> seed_{this, "seed"};
  const Attr<double> gain_{this, "gain"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(orthogonal_random, OrthogonalRandomKernel<float>,
                       OrthogonalRandomKernel<double>);
REGISTER_OP_CUDA_TWIN(orthogonal_random, OrthogonalRandomKernel<float>,
                      OrthogonalRandomKernel<double>);

}  // namespace paddle::operators
