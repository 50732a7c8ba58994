#include "paddle/operators/collective/gather_rows.h"
#include "paddle/operators/collective/rows_kernel.h"
#include "paddle/operators/collective/scale_numbers.h"

namespace paddle::operators {
namespace {

using framework::KernelContext;
using framework::SelectedRows;

class AllgatherKernel final : public RowsKernel {
 public:
  using RowsKernel::RowsKernel;

  void Compute(const KernelContext& context) const override {
    if (!out_.is_selected_rows()) {
      return GatherRows(&group(context), x_(context), context.allocator(),
                        &out_(context));
    }
    if (x_.present()) return Gather(context, x_.rows(context));
    Gather(context, NoRows(context));
  }

 private:
  SelectedRows NoRows(const KernelContext& context) const {
    framework::Dims dims = like_(context).dims();
    SelectedRows none;
    none.set_height(dims[0]);
    dims[0] = 0;
    none.mutable_value()->Allocate(dims, like_.dtype(), context.allocator());
    return none;
  }

  void Gather(const KernelContext& context, const SelectedRows& x) const {
    SelectedRows* out = &out_.rows(context);
    if (!mean_) {
      return GatherSelectedRows(&group(context), x, context.allocator(), out);
    }
    double weights = 0;
    const SelectedRows own = TakeShards(context, x, &weights);
    GatherSelectedRows(&group(context), own, context.allocator(), out);
    DivideNumbers(context.device(), weights, out->mutable_value());
  }

  const Input x_{this, "X"};
  const Input like_{this, "Like"};
  const Output out_{this, "Out"};
  const Attr<bool> mean_{this, "mean"};
};

}  // namespace

REGISTER_OPERATOR(allgather, AllgatherKernel);

}  // namespace paddle::operators
