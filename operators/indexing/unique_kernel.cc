#include <vector>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/indexing/unique.h"
#include "paddle/operators/math/loops/axis_view.h"
#include "paddle/operators/math/rows/gather.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

using framework::Tensor;

// Out is gathered by Indices, which are there before it.
template <class Device, class T>
void Unique(const Device& device, const Tensor& x, int axis, bool sorted,
            memory::Allocator* allocator, Tensor* out, Tensor* indices,
            Tensor* inverse, Tensor* counts) {
  const kernels::UniqueSlices found = kernels::FindUnique(x, axis, sorted);
  const auto store = [&](const std::vector<int64_t>& numbers, Tensor* to) {
    if (to != nullptr) kernels::StoreNumbers(device, numbers, allocator, to);
  };
  Tensor first;
  kernels::StoreNumbers(device, found.first, allocator, &first);
  store(found.first, indices);
  store(found.inverse, inverse);
  store(found.counts, counts);
  if (out == nullptr) return;
  framework::Dims dims = x.dims();
  dims[axis] = static_cast<int64_t>(found.first.size());
  out->Allocate(dims, x.dtype(), allocator);
  kernels::Gather(device, x, kernels::AxisView::Of(x.dims(), axis),
                  kernels::Indices(first.data<int64_t>(), found.first.size()),
                  out);
}

constexpr absl::string_view kNames[] = {"X",       "axis",    "sorted", "Out",
                                        "Indices", "Inverse", "Counts"};

}  // namespace

REGISTER_FUNCTION_KERNEL(unique, Unique, kNames, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
