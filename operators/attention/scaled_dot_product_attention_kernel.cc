#include <cstdint>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/memory/copy.h"
#include "paddle/operators/attention/attention_batch.h"
#include "paddle/operators/attention/half_attention.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/place.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class AttentionKernel final : public AttentionKernelBase {
 public:
  using AttentionKernelBase::AttentionKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    kernels::AttentionBatch batch = BatchOf(context);
    if (batch.dropout > 0) {
      // A recorded graph would replay one key: every run would drop the same
      // weights. The gradient also needs the key on the host.
      platform::RefuseWhileRecording("an attention that drops weights");
      batch.key = context.random_key(seed_);
    }
    const int64_t key[] = {static_cast<int64_t>(batch.key.seed),
                           static_cast<int64_t>(batch.key.op),
                           static_cast<int64_t>(batch.key.step)};
    memory::CopyAsync(context.device<Device>().place(),
                      random_key_(context).template mutable_data<int64_t>(),
                      platform::CPUPlace(), key, sizeof(key));
    kernels::AnyAttention<Device, T>(
        context.device<Device>(), batch, q_(context), k_(context), v_(context),
        context.allocator(), &out_(context), &lse_(context));
  }

 private:
  const Output out_{this, "Out"};
  const Output lse_{this, "LogSumExp"};
  const Output random_key_{this, "RandomKey"};
  const Attr<int64_t> seed_{this, "seed"};
};

}  // namespace

REGISTER_OP_KERNEL(scaled_dot_product_attention, AttentionKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
