// Arithmetic on variables, with NumPy's rules: shapes broadcast, and data types
// are promoted (a number takes the type of the variable where it can; true
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

}  // namespace paddle::layer
