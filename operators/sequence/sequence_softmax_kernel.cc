#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/sequence_softmax.h"
#include "paddle/operators/sequence/last_level.h"
#include "paddle/operators/tensor/cuda_twin.h"

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
