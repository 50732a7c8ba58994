#include <vector>

#include "paddle/operators/collective/collective_kernel.h"
#include "paddle/operators/collective/tensor_message.h"

namespace paddle::operators {
namespace {

class RecvKernel final : public CollectiveKernel {
 public:
  using CollectiveKernel::CollectiveKernel;
  void Compute(const framework::KernelContext& context) const override {
    ReceiveTensor(&group(context), static_cast<int>(peer_), tag_,
                  {shape_.value(), out_.dtype(), static_cast<int>(lod_level_)},
                  context.allocator(), &out_(context));
  }

 private:
  const Output out_{this, "Out"};
  const Attr<int64_t> peer_{this, "peer"};
  const Attr<int64_t> tag_{this, "tag"};
  const Attr<std::vector<int64_t>> shape_{this, "shape"};
  const Attr<int64_t> lod_level_{this, "lod_level"};
};

}  // namespace

REGISTER_OPERATOR(recv, RecvKernel);

}  // namespace paddle::operators
