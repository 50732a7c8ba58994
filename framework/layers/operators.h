// Arithmetic on variables by NumPy's rules: shapes broadcast, and data types
// are promoted (a number takes the type of the variable if it can; true
// division of integers gives float64).
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

// Compute the remainder of division rounded down: it has the sign of b, as in
// Python.
Variable operator%(const Variable& a, const Variable& b);
Variable operator%(const Variable& a, Number b);
Variable operator%(Number a, const Variable& b);

// Compute a / b rounded down; integers stay integers.
Variable floor_divide(const Variable& a, const Variable& b);
Variable floor_divide(const Variable& a, Number b);
Variable floor_divide(Number a, const Variable& b);

// Compute a to the power of b. Integers stay integers, and refuse negative
// powers.
Variable pow(const Variable& a, const Variable& b);
Variable pow(const Variable& a, Number b);
Variable pow(Number a, const Variable& b);

Variable abs(const Variable& a);

}  // namespace paddle::layer
