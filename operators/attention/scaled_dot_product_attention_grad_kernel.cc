#include <cstdint>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/memory/copy.h"
#include "paddle/operators/attention/attention_batch.h"
#include "paddle/operators/attention/half_attention.h"
#include "paddle/platform/place.h"
#include "paddle/platform/random.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class AttentionGradKernel final : public AttentionKernelBase {
 public:
  using AttentionKernelBase::AttentionKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    kernels::AttentionBatch batch = BatchOf(context);
    if (batch.dropout > 0) batch.key = SavedKey(context);
    kernels::AnyAttentionGrad<Device, T>(
        context.device<Device>(), batch, q_(context), k_(context), v_(context),
        out_(context), lse_(context), d_out_(context), context.allocator(),
        {dq_.get(context), dk_.get(context), dv_.get(context),
         dbias_.get(context)});
  }

 private:
  // Copies the key to the host; on a GPU that waits for the device.
  platform::RandomKey SavedKey(const framework::KernelContext& context) const {
    uint64_t key[3];
    memory::Copy(platform::CPUPlace(), key, context.device<Device>().place(),
                 random_key_(context).template data<int64_t>(), sizeof(key));
    return {key[0], key[1], key[2]};
  }

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

REGISTER_OP_KERNEL(scaled_dot_product_attention_grad, AttentionGradKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
