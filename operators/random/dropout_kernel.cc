#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/random/dropout.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class DropoutKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    auto& out = out_(ctx);
    auto& mask = mask_(ctx);
    // In inference nothing is dropped or scaled; the mask says so.
    if (is_test_) {
      kernels::CopyElements(ctx.device<Device>(), x, &out);
      kernels::Fill(ctx.device<Device>(), 1, &mask);
    } else {
      kernels::Dropout<Device, T>(ctx.device<Device>(), ctx.random_key(seed_),
                                  probability_, x, &out, &mask);
    }
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Output mask_{this, "Mask"};
  const Attr<double> probability_{this, "dropout_prob"};
  const Attr<bool> is_test_{this, "is_test"};
  const Attr<int64_t> seed_{this, "seed"};
};

}  // namespace

REGISTER_OP_KERNEL(dropout, DropoutKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
