#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/shape/tile.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ExpandKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    kernels::Repeat(context.device<Device>(),
                    kernels::TilesOf(x.dims(), times_.value()), x,
                    &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<std::vector<int64_t>> times_{this, "expand_times"};
};

}  // namespace

REGISTER_OP_KERNEL(expand, ExpandKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
