#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/random/random_fill.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// T, the data type of Input, only picks the kernel: Out has the type of
// attribute dtype, which the schema limits to these two.
template <class Device, class T>
class UniformRandomBatchSizeLikeKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto& out = out_(context);
    const auto fill = out.dtype() == framework::DataType::kFloat64
                          ? &kernels::FillUniform<Device, double>
                          : &kernels::FillUniform<Device, float>;
    fill(context.device<Device>(), context.random_key(seed_), min_, max_, &out);
  }

 private:
  const Output out_{this, "Out"};
  const Attr<int64_t> seed_{this, "seed"};
  const Attr<double> min_{this, "min"};
  const Attr<double> max_{this, "max"};
};

}  // namespace

REGISTER_OP_KERNEL(uniform_random_batch_size_like,
                   UniformRandomBatchSizeLikeKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
