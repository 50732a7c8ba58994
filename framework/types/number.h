// Numbers in programs, which are doubles or 64-bit integers.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "absl/types/optional.h"

#include "paddle/framework/types/data_type.h"

namespace paddle::framework {

// True if a double represents the number exactly.
bool FitsDouble(int64_t value);

// A 64-bit integer or a double. bool counts as an integer.
class Number {
 public:
  // Implicit, so that layers take plain numbers. An unsigned type of 64 bits,
  // whose values may not fit, is an error at compile time.
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

  // False for a double, even for 2.0.
  bool whole() const { return whole_; }
  // Returns the nearest double.
  double value() const {
    return whole_ ? static_cast<double>(integer_) : double_;
  }
  // Returns the number as an integer, if int64_t can represent it; 2.0 gives 2.
  absl::optional<int64_t> integer() const;
  // Calls visitor(int64_t) or visitor(double) and returns the result.
  template <typename Visitor>
  decltype(auto) Visit(Visitor&& visitor) const {
    return whole_ ? visitor(integer_) : visitor(double_);
  }
  // Returns integers with all their digits, doubles with six.
  std::string ToString() const;

 private:
  // Says which of the two members holds the number.
  bool whole_;
  union {
    int64_t integer_;
    double double_;
  };
};

// True if an element of `dtype` can represent `number`: an integer type takes
// the integers in its range, bool takes 0 and 1, and floating-point types
// round.
bool Fits(const Number& number, DataType dtype);

// Combines the two attributes that describe a number: `exact` unless that is 0,
// else `value`. (0 is a double, so it never needs `exact`.)
inline Number NumberOf(double value, int64_t exact) {
  return exact == 0 ? Number(value) : Number(exact);
}

}  // namespace paddle::framework
