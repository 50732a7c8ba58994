#include <utility>

#include "paddle/operators/common/array_arguments.h"
#include "paddle/operators/math/rows/tensor_array.h"

namespace paddle::operators {
namespace {

using framework::TensorArray;

class ArrayWriteKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const framework::LoDTensor& x = x_(context);
    const int64_t index = IndexIn(i_(context));
    // Copies the list but shares the elements, which are immutable: programs
    // assign each variable once, so a write makes a new array.
    TensorArray array(x.dtype());
    if (array_.is_array()) array = array_(context);
    array.Set(index, kernels::CopyOf(context.device(), x, context.allocator()));
    out_(context) = std::move(array);
  }

 private:
  const Input x_{this, "X"};
  const Input i_{this, "I"};
  const ArrayInput array_{this, "Array"};
  const ArrayOutput out_{this, "Out"};
};

}  // namespace

REGISTER_OPERATOR(array_write, ArrayWriteKernel);

}  // namespace paddle::operators
