#include "paddle/operators/tensor/constant_value.h"

#include <cmath>
#include <limits>
#include <type_traits>

#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::DataType;

namespace {

// Of the integer types and bool; the end is the first number too large.
struct Range {
  double begin, end;
};

Range RangeOf(DataType dtype) {
  return framework::VisitDataType(dtype, [](auto tag) -> Range {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_integral_v<T>) {
      using Limits = std::numeric_limits<T>;
      return {static_cast<double>(Limits::lowest()),
              2 * (static_cast<double>(Limits::max() / 2) + 1)};
    } else {
      return {};
    }
  });
}

}  // namespace

void CheckHolds(DataType dtype, double value) {
  if (framework::IsFloating(dtype)) return;
  const Range range = RangeOf(dtype);
  const double end = dtype == DataType::kBool ? 2 : range.end;
  PADDLE_ENFORCE(
      std::trunc(value) == value && value >= range.begin && value < end,
      InvalidArgument, "an element of type ", framework::DataTypeName(dtype),
      " cannot be ", value);
}

void CheckHolds(DataType dtype, int64_t value) {
  if (dtype != DataType::kInt64) CheckHolds(dtype, static_cast<double>(value));
}

}  // namespace paddle::operators
