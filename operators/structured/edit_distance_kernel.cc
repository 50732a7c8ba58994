#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/structured/edit_distance.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class EditDistanceKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& hyps = hyps_(context);
    const auto& refs = refs_(context);
    kernels::EditDistance(
        context.device<Device>(), hyps, LastLevel(hyps), refs, LastLevel(refs),
        normalized_, [&](size_t bytes) { return context.Workspace(bytes); },
        &out_(context), number_(context).template mutable_data<int64_t>());
  }

 private:
  const Input hyps_{this, "Hyps"};
  const Input refs_{this, "Refs"};
  const Output out_{this, "Out"};
  const Output number_{this, "SequenceNum"};
  const Attr<bool> normalized_{this, "normalized"};
};

}  // namespace

REGISTER_OP_KERNEL(edit_distance, EditDistanceKernel, int64_t);

}  // namespace paddle::operators
