#include <utility>

#include "paddle/operators/common/array_arguments.h"
#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/math/rows/tensor_array.h"

namespace paddle::operators {
namespace {

using framework::LoDTensor;
using framework::TensorArray;

// Copies the list but shares the elements, which are immutable: programs assign
// each variable once, so a write makes a new array.
void ArrayWrite(const platform::DeviceContext& device, const LoDTensor& x,
                const LoDTensor& i, const TensorArray* array,
                memory::Allocator* allocator, TensorArray* out) {
  TensorArray written(x.dtype());
  if (array != nullptr) written = *array;
  written.Set(IndexIn(i), kernels::CopyOf(device, x, allocator));
  *out = std::move(written);
}

constexpr absl::string_view kNames[] = {"X", "I", "Array", "Out"};

}  // namespace

REGISTER_FUNCTION_OPERATOR(array_write, ArrayWrite, kNames);

}  // namespace paddle::operators
