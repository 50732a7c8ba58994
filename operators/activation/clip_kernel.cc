#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/activation/activation.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/common/number_attr.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::operators {
namespace {

template <typename T>
class ClipKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::Clip<T>(context.device(), x_(context), min_, max_, &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const NumberAttr min_{this, "min"};
  const NumberAttr max_{this, "max"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(clip, ClipKernel<int32_t>, ClipKernel<int64_t>,
                       ClipKernel<platform::float16>,
                       ClipKernel<platform::bfloat16>, ClipKernel<float>,
                       ClipKernel<double>);
REGISTER_OP_CUDA_TWIN(clip, ClipKernel<int32_t>, ClipKernel<int64_t>,
                      ClipKernel<platform::float16>,
                      ClipKernel<platform::bfloat16>, ClipKernel<float>,
                      ClipKernel<double>);

}  // namespace paddle::operators
