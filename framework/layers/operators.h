// Arithmetic on variables, with NumPy's rules: shapes broadcast, and data types
// are promoted (a number takes the type of the variable where it can; true
// division of integers gives float64).
#pragma once

#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

Variable operator+(const Variable& a, const Variable& b);
Variable operator-(const Variable& a, const Variable& b);
Variable operator*(const Variable& a, const Variable& b);
Variable operator/(const Variable& a, const Variable& b);
Variable operator-(const Variable& a);

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

Variable operator+(const Variable& a, Number b);
Variable operator+(Number a, const Variable& b);
Variable operator-(const Variable& a, Number b);
Variable operator-(Number a, const Variable& b);
Variable operator*(const Variable& a, Number b);
Variable operator*(Number a, const Variable& b);
Variable operator/(const Variable& a, Number b);
Variable operator/(Number a, const Variable& b);

// What NumPy makes of two types: float32 and int32 give float64.
DataType PromoteTypes(DataType a, DataType b);

}  // namespace paddle::layer
