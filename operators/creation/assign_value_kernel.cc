#include <vector>

#include "absl/container/inlined_vector.h"

#include "paddle/memory/copy.h"
#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/math/loops/convert.h"
#include "paddle/platform/place.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// Only one of the two lists has numbers; the integers are apart, since a double
// does not hold all of them.
template <class Device, class T>
void AssignValue(const Device&, const std::vector<double>& numbers,
                 const std::vector<int64_t>& integers, framework::Tensor* out) {
  absl::InlinedVector<T, 16> values;
  for (const double value : numbers) {
    values.push_back(kernels::Convert<T>(value));
  }
  for (const int64_t value : integers) {
    values.push_back(kernels::Convert<T>(value));
  }
  // The copy has read `values` when this returns, also on a GPU.
  memory::CopyAsync(out->place(), out->mutable_data<T>(), platform::CPUPlace(),
                    values.data(), out->bytes());
}

constexpr absl::string_view kNames[] = {"values", "int_values", "Out"};

}  // namespace

REGISTER_FUNCTION_KERNEL(assign_value, AssignValue, kNames, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
