#include <vector>

#include "paddle/operators/kernels/slice.h"
#include "paddle/operators/tensor/all_types.h"
#include "paddle/operators/tensor/slice_range.h"

namespace paddle::operators {
namespace {

template <typename T>
class SliceKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    kernels::CutBox(context.device(), x,
                    SliceBegins(x.dims(), axes_, starts_, ends_),
                    &out_(context));
  }

 private:
  const Input x_{this, "Input"};
  const Output out_{this, "Out"};
  const Attr<std::vector<int64_t>> axes_{this, "axes"};
  const Attr<std::vector<int64_t>> starts_{this, "starts"};
  const Attr<std::vector<int64_t>> ends_{this, "ends"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(slice, SliceKernel);

}  // namespace paddle::operators
