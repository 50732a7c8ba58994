// Numbers given to layers: an integer stays one until it is an element.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "paddle/framework/ir/attribute.h"
#include "paddle/framework/types/number.h"

namespace paddle::layer {

// Whole ones keep an integer variable's type, others make it float64. bool
// counts as an integer.
using framework::Number;

// An int or a float. The registry keeps ints exact for the operators whose
// attributes are numbers of a tensor's type.
framework::Attribute AttributeOf(const Number& number);

// A list of them: {1, 2, 0.5}, or a vector of integers or of doubles.
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

// A list of int if all are whole, else of float. InvalidArgument for a whole
// one among others that no float is equal to.
framework::Attribute AttributeOf(const Numbers& numbers);

}  // namespace paddle::layer
