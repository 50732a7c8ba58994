#include "paddle/operators/common/array_arguments.h"
#include "paddle/operators/math/loops/copy.h"

namespace paddle::operators {
namespace {

using framework::LoDTensor;

class ArrayReadKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  // Copies the element: operators that read Out may overwrite it in place, and
  // arrays share their elements.
  void Compute(const framework::KernelContext& context) const override {
    const LoDTensor& element = array_(context).Get(IndexIn(i_(context)));
    LoDTensor& out = out_(context);
    out.Allocate(element.dims(), element.dtype(), context.allocator());
    out.set_lod(element.lod());
    kernels::CopyElements(context.device(), element, &out);
  }

 private:
  const ArrayInput array_{this, "Array"};
  const Input i_{this, "I"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OPERATOR(array_read, ArrayReadKernel);

}  // namespace paddle::operators
