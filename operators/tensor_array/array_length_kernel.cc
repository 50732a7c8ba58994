#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/math/rows/any_device.h"

namespace paddle::operators {
namespace {

// The length is known on the host; filling sends it to a GPU without a wait.
void ArrayLength(const platform::DeviceContext& device,
                 const framework::TensorArray& array, framework::Tensor* out) {
  kernels::Fill(device, static_cast<double>(array.size()), out);
}

constexpr absl::string_view kNames[] = {"Array", "Out"};

}  // namespace

REGISTER_FUNCTION_OPERATOR(array_length, ArrayLength, kNames);

}  // namespace paddle::operators
