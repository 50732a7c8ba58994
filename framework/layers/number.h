// Numbers passed to layers: integers stay exact until they become elements.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "paddle/framework/ir/attribute.h"
#include "paddle/framework/types/number.h"

namespace paddle::layer {

// An integer keeps the type of an integer variable, a double makes it float64.
// bool counts as an integer.
using framework::Number;

// Returns an int or a float attribute. The registry keeps ints exact for
// operators whose attributes are numbers of a tensor's type.
framework::Attribute AttributeOf(const Number& number);

// A list of numbers: {1, 2, 0.5}, or a vector of integers or of doubles.
class Numbers {
 public:
  Numbers() = default;
  Numbers(std::initializer_list<Number> numbers) : numbers_(numbers) {}
  Numbers(const std::vector<double>& numbers)  // NOLINT
      : numbers_(numbers.begin(), numbers.end()) {}
  Numbers(const std::vector<int64_t>& numbers)  // NOLINT
      : numbers_(numbers.begin(), numbers.end()) {}

  size_t size() const { return numbers_.size(); }
  auto begin() const { return numbers_.begin(); }
  auto end() const { return numbers_.end(); }
  void Append(const Numbers& more) {
    numbers_.insert(numbers_.end(), more.begin(), more.end());
  }

 private:
  std::vector<Number> numbers_;
};

// Returns a list of ints if all are whole, else a list of floats. Throws
// InvalidArgument if such a list would contain an integer that no float equals.
framework::Attribute AttributeOf(const Numbers& numbers);

}  // namespace paddle::layer
