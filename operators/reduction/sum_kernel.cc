#include "absl/container/inlined_vector.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/array_arguments.h"
#include "paddle/operators/math/rows/sum.h"
#include "paddle/operators/math/rows/tensor_array.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

using framework::KernelContext;
using framework::SelectedRows;
using framework::Tensor;

template <class Device, class T>
class SumKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& context) const override {
    if (array_.is_array()) {
      AddArrays(context);
    } else if (out_.is_selected_rows()) {
      Concatenate(context, &out_.rows(context));
    } else {
      Add(context, &out_(context));
    }
  }

 private:
  void AddArrays(const KernelContext& context) const {
    absl::InlinedVector<const framework::TensorArray*, 8> arrays;
    for (int i = 0; i < arrays_.size(); ++i) {
      arrays.push_back(&arrays_(context, i));
    }
    array_(context) = kernels::AddArrays(context.device<Device>(), arrays,
                                         context.allocator());
  }

  void Add(const KernelContext& context, Tensor* out) const {
    // Gradients of a variable with several uses are added by this operator:
    // rarely more than a few, so no memory of the heap is needed.
    absl::InlinedVector<const Tensor*, 8> dense;
    for (int i = 0; i < x_.size(); ++i) {
      if (!x_.is_selected_rows(i)) dense.push_back(&x_(context, i));
    }
    // The dense inputs first, or zeros if there are none: rows are then added
    // in place, without becoming dense themselves.
    kernels::Sum<Device, T>(context.device<Device>(), dense, out);
    for (int i = 0; i < x_.size(); ++i) {
      if (!x_.is_selected_rows(i)) continue;
      kernels::AddRows<Device, T>(context.device<Device>(), x_.rows(context, i),
                                  out);
    }
  }

  // If all inputs are rows, so is their sum: a row that several inputs have is
  // listed several times, which whoever merges the rows adds up.
  void Concatenate(const KernelContext& context, SelectedRows* out) const {
    absl::InlinedVector<const SelectedRows*, 8> inputs;
    for (int i = 0; i < x_.size(); ++i) {
      inputs.push_back(&x_.rows(context, i));
    }
    kernels::ConcatRows(context.device<Device>(), inputs, context.allocator(),
                        out);
  }

  const InputList x_{this, "X"};
  const Output out_{this, "Out"};
  const ArrayInput arrays_{this, "X"};
  const ArrayOutput array_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(sum, SumKernel, PADDLE_NUMBERS);

}  // namespace paddle::operators
