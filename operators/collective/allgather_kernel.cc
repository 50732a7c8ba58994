#include "paddle/operators/collective/collective_kernel.h"
#include "paddle/operators/collective/gather_rows.h"
#include "paddle/operators/collective/scale_numbers.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::KernelContext;
using framework::SelectedRows;
using framework::Tensor;

class AllgatherKernel final : public WeightedKernel {
 public:
  using WeightedKernel::WeightedKernel;

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
    distributed::Communicator& members = group(context);
    SelectedRows weighted = x;
    double weights = 1;
    if (mean_) {
      weights = WeightOf(context);
      Scale(weights, context, &weighted);
      Tensor sum({1}, framework::DataType::kFloat64);
      sum.mutable_data<double>()[0] = weights;
      AllReduceInPlace(&members, distributed::Reduction::kSum, &sum);
      weights = sum.data<double>()[0];
      PADDLE_ENFORCE(weights != 0, FailedPrecondition,
                     "no member has any rows: all weights are 0");
    }
    SelectedRows* out = &out_.rows(context);
    GatherSelectedRows(&members, weighted, context.allocator(), out);
    if (mean_) DivideNumbers(weights, out->mutable_value());
  }

  void Scale(double factor, const KernelContext& context,
             SelectedRows* rows) const {
    if (factor == 1) return;
    Tensor scaled;
    const Tensor& value = rows->value();
    scaled.Allocate(value.dims(), value.dtype(), context.allocator());
    MultiplyNumbers(value, factor, &scaled);
    *rows->mutable_value() = scaled;
  }

  const Input x_{this, "X"};
  const Input like_{this, "Like"};
  const Output out_{this, "Out"};
  const Attr<bool> mean_{this, "mean"};
};

}  // namespace

REGISTER_OPERATOR(allgather, AllgatherKernel);

}  // namespace paddle::operators
