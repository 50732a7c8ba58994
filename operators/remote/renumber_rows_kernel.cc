#include <cstdint>

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/remote/remote_kernel.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

class RenumberRowsKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(const framework::KernelContext& context) const override {
    const framework::SelectedRows& x = x_.rows(context);
    const framework::Tensor ids = framework::OnCPU(ids_(context));
    const int64_t* number = ids.data<int64_t>();
    framework::SelectedRows& out = out_.rows(context);
    out.set_height(height_);
    out.mutable_rows()->clear();
    for (const int64_t row : x.rows()) {
      PADDLE_ENFORCE(0 <= row && row < ids.numel(), OutOfRange, "row ", row,
                     " of ", ids.numel());
      out.mutable_rows()->push_back(number[row]);
    }
    // Nobody writes to a gradient: both hold the same numbers.
    *out.mutable_value() = x.value();
    out.Check();
  }

 private:
  const Input x_{this, "X"};
  const Input ids_{this, "RowIds"};
  const Output out_{this, "Out"};
  const Attr<int64_t> height_{this, "height"};
};

}  // namespace

REGISTER_OPERATOR(renumber_rows, RenumberRowsKernel);

}  // namespace paddle::operators
