#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/sequence_softmax.h"

namespace paddle::operators {
namespace {

template <typename T>
class SequenceSoftmaxKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto& out = out_(context);
    kernels::SequenceSoftmax<T>(context.device(), x_(context), LastLevel(out),
                                &out);
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(sequence_softmax, SequenceSoftmaxKernel<float>,
                       SequenceSoftmaxKernel<double>);
REGISTER_OP_CUDA_TWIN(sequence_softmax, SequenceSoftmaxKernel<float>,
                      SequenceSoftmaxKernel<double>);

}  // namespace paddle::operators
