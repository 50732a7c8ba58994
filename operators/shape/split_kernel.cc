#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"

#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/math/loops/concat.h"

namespace paddle::operators {
namespace {

template <typename T>
class SplitKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    const int axis = framework::NormalizeAxis(axis_, x.rank());
    absl::InlinedVector<int64_t, 8> sizes;
    absl::InlinedVector<framework::Tensor*, 8> pieces;
    for (int i = 0; i < out_.size(); ++i) {
      pieces.push_back(&out_(context, i));
      sizes.push_back(pieces[i]->dims()[axis]);
    }
    kernels::Split(context.device(), x, axis, sizes, absl::MakeSpan(pieces));
  }

 private:
  const Input x_{this, "X"};
  const OutputList out_{this, "Out"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(split, SplitKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(split, SplitKernel);

}  // namespace paddle::operators
