#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/indexing/nonzero.h"

namespace paddle::operators {
namespace {

template <typename T>
class WhereIndexKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = condition_(context);
    auto& out = out_(context);
    const int64_t count = kernels::CountNonzero(x);
    out.Allocate(framework::Dims({count, x.rank()}),
                 framework::DataType::kInt64, context.allocator());
    kernels::FindNonzero(context.device(), x, &out);
  }

 private:
  const Input condition_{this, "Condition"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(where_index, WhereIndexKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(where_index, WhereIndexKernel);

}  // namespace paddle::operators
