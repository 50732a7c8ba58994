#include <vector>

#include "paddle/operators/kernels/slice.h"
#include "paddle/operators/tensor/all_types.h"
#include "paddle/operators/tensor/slice_range.h"

namespace paddle::operators {
namespace {

template <typename T>
class SliceGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    kernels::PasteBox(context.device(), dout_(context),
                      SliceBegins(dx->dims(), axes_, starts_, ends_), dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "Input@GRAD"};
  const Attr<std::vector<int64_t>> axes_{this, "axes"};
  const Attr<std::vector<int64_t>> starts_{this, "starts"};
  const Attr<std::vector<int64_t>> ends_{this, "ends"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(slice_grad, SliceGradKernel);

}  // namespace paddle::operators
