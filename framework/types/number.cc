#include "paddle/framework/types/number.h"

#include <cmath>
#include <limits>
#include <type_traits>

#include "absl/strings/str_cat.h"

namespace paddle::framework {

namespace {

// The first double above int64; the conversion of anything outside is
// undefined.
constexpr double kTwoTo63 = 9223372036854775808.0;

bool IsInteger(double value) {
  return std::trunc(value) == value && value >= -kTwoTo63 && value < kTwoTo63;
}

}  // namespace

bool FitsDouble(int64_t value) {
  const auto rounded = static_cast<double>(value);
  // The largest int64 values round up to 2^63, which cannot be converted back.
  return rounded < kTwoTo63 && static_cast<int64_t>(rounded) == value;
}

absl::optional<int64_t> Number::integer() const {
  if (whole_) return integer_;
  if (!IsInteger(double_)) return absl::nullopt;
  return static_cast<int64_t>(double_);
}

std::string Number::ToString() const {
  // A double that is whole prints as an integer, as users write it.
  const auto same = integer();
  return same ? absl::StrCat(*same) : absl::StrCat(double_);
}

bool Fits(const Number& number, DataType dtype) {
  const auto integer = number.integer();
  const auto is_between = [&](int64_t lowest, int64_t highest) {
    return integer && *integer >= lowest && *integer <= highest;
  };
  return VisitAnyDataType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, platform::int4>) {
      return is_between(-8, 7);
    } else if constexpr (std::is_same_v<T, platform::uint4>) {
      return is_between(0, 15);
    } else if constexpr (std::is_same_v<T, platform::int2>) {
      return is_between(-2, 1);
    } else if constexpr (std::is_same_v<T, platform::uint2>) {
      return is_between(0, 3);
    } else if constexpr (std::is_same_v<T, uint64_t>) {
      // A Number has no integer above int64, but doubles there.
      return integer
                 ? *integer >= 0
                 : number.value() >= kTwoTo63 && number.value() < 2 * kTwoTo63;
    } else if constexpr (std::is_integral_v<T>) {
      return is_between(int64_t{std::numeric_limits<T>::lowest()},
                        int64_t{std::numeric_limits<T>::max()});
    } else {
      return true;
    }
  });
}

}  // namespace paddle::framework
