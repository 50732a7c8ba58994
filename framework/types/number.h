// Numbers that are written into programs.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "absl/types/optional.h"

#include "paddle/framework/types/data_type.h"

namespace paddle::framework {

// True if double has the number.
bool FitsDouble(int64_t value);

// A whole number of 64 bits, or a double. bool counts as a whole number.
class Number {
 public:
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  Number(T value)  // NOLINT: numbers stand where a Number is asked for
      : whole_(std::is_integral_v<T>) {
    static_assert(std::is_floating_point_v<T> || std::is_signed_v<T> ||
                      sizeof(T) < sizeof(int64_t),
                  "the number may be above 64 bits");
    if constexpr (std::is_integral_v<T>) {
      integer_ = static_cast<int64_t>(value);
    } else {
      double_ = static_cast<double>(value);
    }
  }

  // False for a double, also for 2.0.
  bool whole() const { return whole_; }
  // The nearest double.
  double value() const {
    return whole_ ? static_cast<double>(integer_) : double_;
  }
  // The same number as an integer, if int64_t has it; 2.0 gives 2.
  absl::optional<int64_t> integer() const;
  // visitor(int64_t) or visitor(double).
  template <typename Visitor>
  decltype(auto) Visit(Visitor&& visitor) const {
    return whole_ ? visitor(integer_) : visitor(double_);
  }
  // Whole numbers of up to 64 bits with all their digits, others with six.
  std::string ToString() const;

 private:
  bool whole_;
  union {
    int64_t integer_;
    double double_;
  };
};

// True if an element of `dtype` can be `number`: integers are whole numbers
// within their range, bool is 0 or 1, and floating types round.
bool Fits(const Number& number, DataType dtype);

// A number as two attributes hold it: `exact` unless that is 0, else `value`.
// (0 is a double, so that it is never needed there.)
inline Number NumberOf(double value, int64_t exact) {
  return exact == 0 ? Number(value) : Number(exact);
}

}  // namespace paddle::framework
