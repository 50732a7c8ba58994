// Arithmetic operators on variables by NumPy's rules: shapes broadcast and data
// types are promoted. A number takes the data type of the variable if it can;
// the quotient of integers is float64. All append operators to the program of
// their operands. Errors name the shapes and the line of user code.
//
//   Variable y = 2 * x + pow(x, 2) % 3;
#pragma once

#include "paddle/framework/layers/promotion.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

Variable operator+(const Variable& a, const Variable& b);
Variable operator-(const Variable& a, const Variable& b);
Variable operator*(const Variable& a, const Variable& b);
Variable operator/(const Variable& a, const Variable& b);
Variable operator-(const Variable& a);

Variable operator+(const Variable& a, Number b);
Variable operator+(Number a, const Variable& b);
Variable operator-(const Variable& a, Number b);
Variable operator-(Number a, const Variable& b);
Variable operator*(const Variable& a, Number b);
Variable operator*(Number a, const Variable& b);
Variable operator/(const Variable& a, Number b);
Variable operator/(Number a, const Variable& b);

// Compute the remainder of a division that is rounded down, so that it has the
// sign of b, as in Python.
Variable operator%(const Variable& a, const Variable& b);
Variable operator%(const Variable& a, Number b);
Variable operator%(Number a, const Variable& b);

// Compute a / b rounded down; of integers the result is an integer.
Variable floor_divide(const Variable& a, const Variable& b);
Variable floor_divide(const Variable& a, Number b);
Variable floor_divide(Number a, const Variable& b);

// Compute a to the power of b. Of integers the result is an integer, and a
// negative exponent is an error.
Variable pow(const Variable& a, const Variable& b);
Variable pow(const Variable& a, Number b);
Variable pow(Number a, const Variable& b);

// Computes absolute values elementwise.
Variable abs(const Variable& a);

}  // namespace paddle::layer
