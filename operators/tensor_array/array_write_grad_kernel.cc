#include <utility>

#include "paddle/operators/common/array_arguments.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/math/rows/any_device.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::KernelContext;
using framework::LoDTensor;
using framework::TensorArray;

class ArrayWriteGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& context) const override {
    const int64_t index = IndexIn(i_(context));
    const TensorArray& dout = dout_(context);
    if (dx_.present()) Read(context, dout, index, &dx_(context));
    if (darray_.is_array()) {
      // The write hid the old element, so nothing flows to it.
      TensorArray rest = dout;
      rest.Remove(index);
      darray_(context) = std::move(rest);
    }
  }

 private:
  static void Read(const KernelContext& context, const TensorArray& dout,
                   int64_t index, LoDTensor* dx) {
    // A missing element of a gradient is zero: nobody read what was written.
    if (!dout.Has(index)) return kernels::Fill(context.device(), 0, dx);
    const LoDTensor& element = dout.Get(index);
    // Programs from files may give any array as the gradient.
    PADDLE_ENFORCE_EQ(element.dims(), dx->dims(), "the gradient of element ",
                      index, " of a tensor array, and what was written");
    kernels::CopyElements(context.device(), element, dx);
  }

  const Input i_{this, "I"};
  const ArrayInput dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const ArrayOutput darray_{this, "Array@GRAD"};
};

}  // namespace

REGISTER_OPERATOR(array_write_grad, ArrayWriteGradKernel);

}  // namespace paddle::operators
