#include "paddle/framework/executor/op_kernel.h"
#include "paddle/memory/copy.h"
#include "paddle/platform/place.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ShapeKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // The sizes are known to the host; the data of Input is not read, and T
    // only selects the kernel.
    const framework::Dims dims = input_(context).dims();
    auto& out = out_(context);
    // The sizes are on the stack; the copy has read them when this returns.
    memory::CopyAsync(out.place(), out.mutable_data<int64_t>(),
                      platform::CPUPlace(), dims.begin(), out.bytes());
  }

 private:
  const Input input_{this, "Input"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(shape, ShapeKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
