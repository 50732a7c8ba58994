#include "paddle/operators/attention/attention_batch.h"

namespace paddle::operators {
namespace {

template <typename T>
class AttentionGradKernel final : public AttentionKernelBase {
 public:
  using AttentionKernelBase::AttentionKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    kernels::AttentionBatch batch = BatchOf(context);
    const auto* key = random_key_(context).template data<int64_t>();
    batch.key = {static_cast<uint64_t>(key[0]), static_cast<uint64_t>(key[1]),
                 static_cast<uint64_t>(key[2])};
    kernels::AttentionGrad<T>(context.device(), batch, q_(context), k_(context),
                              v_(context), out_(context), lse_(context),
                              d_out_(context),
                              {dq_.get(context), dk_.get(context),
                               dv_.get(context), dbias_.get(context)});
  }

 private:
  const Input out_{this, "Out"};
  const Input lse_{this, "LogSumExp"};
  const Input random_key_{this, "RandomKey"};
  const Input d_out_{this, "Out@GRAD"};
  const Output dq_{this, "Q@GRAD"};
  const Output dk_{this, "K@GRAD"};
  const Output dv_{this, "V@GRAD"};
  const Output dbias_{this, "Bias@GRAD"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(scaled_dot_product_attention_grad,
                       AttentionGradKernel<float>, AttentionGradKernel<double>);

}  // namespace paddle::operators
