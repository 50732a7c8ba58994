#include "paddle/operators/optimizer/optimizer_adaptive.h"
#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class FtrlKernel final : public OptimizerKernel<T> {
 public:
  using OptimizerKernel<T>::OptimizerKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::FtrlStep(this->Step(ctx, lazy_), {l1_, l2_, lr_power_},
                      squares_(ctx), linear_(ctx));
  }

 private:
  using State = typename OptimizerKernel<T>::State;
  template <typename V>
  using Attr = framework::OpKernel::Attr<V>;

  const State squares_{this, "SquaredAccumulator", "SquaredAccumOut"};
  const State linear_{this, "LinearAccumulator", "LinearAccumOut"};
  const Attr<double> l1_{this, "l1"};
  const Attr<double> l2_{this, "l2"};
  const Attr<double> lr_power_{this, "lr_power"};
  const Attr<bool> lazy_{this, "lazy_mode"};
};

REGISTER_OP_CPU_KERNEL(ftrl, FtrlKernel<float>, FtrlKernel<double>);
REGISTER_OP_CUDA_TWIN(ftrl, FtrlKernel<float>, FtrlKernel<double>);

}  // namespace paddle::operators
