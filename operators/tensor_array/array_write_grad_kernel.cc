#include <utility>

#include "paddle/operators/common/array_arguments.h"
#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/math/rows/any_device.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::LoDTensor;
using framework::TensorArray;
using platform::DeviceContext;

void ReadElement(const DeviceContext& device, const TensorArray& dout,
                 int64_t index, LoDTensor* dx) {
  // A missing element of a gradient is zero: nobody read what was written.
  if (!dout.Has(index)) return kernels::Fill(device, 0, dx);
  const LoDTensor& element = dout.Get(index);
  // Programs from files may give any array as the gradient.
  PADDLE_ENFORCE_EQ(element.dims(), dx->dims(), "the gradient of element ",
                    index, " of a tensor array, and what was written");
  kernels::CopyElements(device, element, dx);
}

void ArrayWriteGrad(const DeviceContext& device, const LoDTensor& i,
                    const TensorArray& dout, LoDTensor* dx,
                    TensorArray* darray) {
  const int64_t index = IndexIn(i);
  if (dx != nullptr) ReadElement(device, dout, index, dx);
  if (darray == nullptr) return;
  // The write hid the old element, so nothing flows to it.
  TensorArray rest = dout;
  rest.Remove(index);
  *darray = std::move(rest);
}

constexpr absl::string_view kNames[] = {"I", "Out@GRAD", "X@GRAD",
                                        "Array@GRAD"};

}  // namespace

REGISTER_FUNCTION_OPERATOR(array_write_grad, ArrayWriteGrad, kNames);

}  // namespace paddle::operators
