#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/search/beam_search.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class BeamSearchKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::BeamOptions options;
    options.width = width_;
    options.end_id = end_id_;
    options.is_accumulated = is_accumulated_;
    kernels::BeamSearch<Device, T>(
        context.device<Device>(), options, pre_ids_(context),
        pre_scores_(context), scores_(context), ids_.get(context),
        &selected_ids_(context), &selected_scores_(context),
        &parents_(context));
  }

 private:
  const Input pre_ids_{this, "pre_ids"};
  const Input pre_scores_{this, "pre_scores"};
  const Input scores_{this, "scores"};
  const Input ids_{this, "ids"};
  const Output selected_ids_{this, "selected_ids"};
  const Output selected_scores_{this, "selected_scores"};
  const Output parents_{this, "parent_idx"};
  const Attr<int64_t> width_{this, "beam_size"};
  const Attr<int64_t> end_id_{this, "end_id"};
  const Attr<bool> is_accumulated_{this, "is_accumulated"};
};

}  // namespace

REGISTER_OP_KERNEL(beam_search, BeamSearchKernel, float, double);

}  // namespace paddle::operators
