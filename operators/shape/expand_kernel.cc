#include <vector>

#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/shape/tile.h"

namespace paddle::operators {
namespace {

template <typename T>
class ExpandKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    kernels::Repeat(context.device(),
                    kernels::TilesOf(x.dims(), times_.value()), x,
                    &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<std::vector<int64_t>> times_{this, "expand_times"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(expand, ExpandKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(expand, ExpandKernel);

}  // namespace paddle::operators
