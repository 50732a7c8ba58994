// The data type in which operands of different types meet.
#pragma once

#include <cstdint>

#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// A number: whole ones keep an integer variable's type, others make it
// float64. bool counts as an integer.
class Number {
 public:
  Number(int value) : value_(value), whole_(true) {}  // NOLINT
  Number(int64_t value)                               // NOLINT
      : value_(static_cast<double>(value)), whole_(true) {}
  Number(float value) : value_(value), whole_(false) {}   // NOLINT
  Number(double value) : value_(value), whole_(false) {}  // NOLINT

  double value() const { return value_; }
  bool whole() const { return whole_; }

 private:
  double value_;
  bool whole_;
};

// What NumPy makes of two types: float32 and int32 give float64.
DataType PromoteTypes(DataType a, DataType b);

// x as another type; x itself if it is of the type.
Variable CastTo(const Variable& x, DataType dtype);

// A scalar in the program of `like`, of the type in which the two meet.
// InvalidArgument for a number that the type cannot hold.
Variable ConstantBeside(const Variable& like, Number number);

}  // namespace paddle::layer
