#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/indexing/nonzero.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class WhereIndexKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = condition_(context);
    auto& out = out_(context);
    // Looks at x twice: the shape has to be known before the indices are
    // written.
    const int64_t count = kernels::CountNonzero(x);
    out.Allocate(framework::Dims({count, x.rank()}),
                 framework::DataType::kInt64, context.allocator());
    kernels::FindNonzero(context.device<Device>(), x, &out);
  }

 private:
  const Input condition_{this, "Condition"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(where_index, WhereIndexKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
