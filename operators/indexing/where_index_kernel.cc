#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/indexing/nonzero.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// Looks at x twice: the shape has to be known before the indices are written.
template <class Device, class T>
void WhereIndex(const Device& device, const framework::Tensor& x,
                memory::Allocator* allocator, framework::Tensor* out) {
  out->Allocate(framework::Dims({kernels::CountNonzero(x), x.rank()}),
                framework::DataType::kInt64, allocator);
  kernels::FindNonzero(device, x, out);
}

constexpr absl::string_view kNames[] = {"Condition", "Out"};

}  // namespace

REGISTER_FUNCTION_KERNEL(where_index, WhereIndex, kNames, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
