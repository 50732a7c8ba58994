#include "paddle/operators/common/array_arguments.h"
#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/math/loops/copy.h"

namespace paddle::operators {
namespace {

using framework::LoDTensor;

// Copies the element: operators that read Out may overwrite it in place, and
// arrays share their elements.
void ArrayRead(const platform::DeviceContext& device,
               const framework::TensorArray& array, const LoDTensor& i,
               memory::Allocator* allocator, LoDTensor* out) {
  const LoDTensor& element = array.Get(IndexIn(i));
  out->Allocate(element.dims(), element.dtype(), allocator);
  out->set_lod(element.lod());
  kernels::CopyElements(device, element, out);
}

constexpr absl::string_view kNames[] = {"Array", "I", "Out"};

}  // namespace

REGISTER_FUNCTION_OPERATOR(array_read, ArrayRead, kNames);

}  // namespace paddle::operators
