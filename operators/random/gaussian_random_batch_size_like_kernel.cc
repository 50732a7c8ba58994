#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/random/random_fill.h"

namespace paddle::operators {
namespace {

// T, the data type of Input, picks the kernel and does not matter here.
template <typename T>
class GaussianRandomBatchSizeLikeKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto& out = out_(context);
    const auto fill = out.dtype() == framework::DataType::kFloat64
                          ? &kernels::FillGaussian<double>
                          : &kernels::FillGaussian<float>;
    fill(context.device(), context.random_key(seed_), mean_, std_, &out);
  }

 private:
  const Output out_{this, "Out"};
  const Attr<int64_t> seed_{this, "seed"};
  const Attr<double> mean_{this, "mean"};
  const Attr<double> std_{this, "std"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(gaussian_random_batch_size_like,
                                    GaussianRandomBatchSizeLikeKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(gaussian_random_batch_size_like,
                                   GaussianRandomBatchSizeLikeKernel);

}  // namespace paddle::operators
