#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/array_arguments.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/math/loops/fill.h"

namespace paddle::operators {
namespace {

template <typename T>
class FillZerosLikeKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    if (array_.is_array()) {
      array_(context) = framework::TensorArray(array_.dtype());
    } else {
      kernels::Fill(context.device(), 0, &out_(context));
    }
  }

 private:
  const Output out_{this, "Out"};
  const ArrayOutput array_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(fill_zeros_like, FillZerosLikeKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(fill_zeros_like, FillZerosLikeKernel);

}  // namespace paddle::operators
