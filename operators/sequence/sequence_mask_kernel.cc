#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/sequence/sequence_pad.h"

namespace paddle::operators {
namespace {

template <typename T>
class SequenceMaskKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::SequenceMask<T>(context.device(), x_(context), &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(sequence_mask, SequenceMaskKernel<int32_t>,
                       SequenceMaskKernel<int64_t>);
REGISTER_OP_CUDA_TWIN(sequence_mask, SequenceMaskKernel<int32_t>,
                      SequenceMaskKernel<int64_t>);

}  // namespace paddle::operators
