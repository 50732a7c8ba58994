#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/array_arguments.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/platform/stored_types.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device>
class AssignKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // Copying an array copies views: its elements are shared until one of the
    // arrays replaces them.
    if (array_.is_array()) {
      out_array_(context) = array_(context);
    } else if (x_.is_selected_rows()) {
      // The row numbers are in host memory; only the value is on the device.
      kernels::CopyRows(context.device<Device>(), x_.rows(context),
                        context.allocator(), &out_.rows(context));
    } else {
      kernels::CopyElements(context.device<Device>(), x_(context),
                            &out_(context));
    }
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const ArrayInput array_{this, "X"};
  const ArrayOutput out_array_{this, "Out"};
};

// One class for all data types.
template <class Device, class T>
using KernelOf_assign = AssignKernel<Device>;

}  // namespace

REGISTER_OP_KERNEL(assign, KernelOf_assign, PADDLE_ALL_TYPES,
                   PADDLE_STORED_TYPES);

}  // namespace paddle::operators
