#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/platform/stored_types.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device>
void Bitcast(const Device& device, const framework::Tensor& x,
             framework::Tensor* out) {
  framework::Tensor view;  // of the same memory
  view.Bind(x.holder(), x.offset(), x.dims(), out->dtype());
  kernels::CopyElements(device, view, out);
}

constexpr absl::string_view kNames[] = {"X", "Out"};

// One class for all data types.
template <class Device, class T>
using KernelOf_bitcast = FunctionKernel<Device, Bitcast<Device>, kNames>;

}  // namespace

REGISTER_OP_KERNEL(bitcast, KernelOf_bitcast, PADDLE_ALL_TYPES,
                   PADDLE_STORED_TYPES);

}  // namespace paddle::operators
