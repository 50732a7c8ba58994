#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/indexing/lookup_table.h"

namespace paddle::operators {

template <class Device, class T>
class LookupTableKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const Device& device = ctx.device<Device>();
    if (w_.is_selected_rows()) {
      kernels::LookUpSelectedRows<Device, T>(device, w_.rows(ctx), ids_(ctx),
                                             padding_, &out_(ctx));
    } else {
      kernels::LookUpRows<Device, T>(device, w_(ctx), ids_(ctx), padding_,
                                     &out_(ctx));
    }
  }

 private:
  const Input w_{this, "W"};
  const Input ids_{this, "Ids"};
  const Output out_{this, "Out"};
  const Attr<int64_t> padding_{this, "padding_idx"};
};

REGISTER_OP_KERNEL(lookup_table, LookupTableKernel, float, double);

}  // namespace paddle::operators
