#include "paddle/framework/layers/operators.h"

#include <string>

#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/op.h"

namespace paddle::layer {

namespace {

Variable Elementwise(const std::string& type, const Variable& a,
                     const Variable& b) {
  DataType dtype = PromoteTypes(a.dtype(), b.dtype());
  const bool divides = type == "elementwise_div";
  // True division of integers gives float64, as in NumPy.
  if (divides && !IsFloating(dtype)) dtype = DataType::kFloat64;
  return Op(type, {{"X", CastTo(a, dtype)}, {"Y", CastTo(b, dtype)}});
}

}  // namespace

Variable operator+(const Variable& a, const Variable& b) {
  return Elementwise("elementwise_add", a, b);
}
Variable operator-(const Variable& a, const Variable& b) {
  return Elementwise("elementwise_sub", a, b);
}
Variable operator*(const Variable& a, const Variable& b) {
  return Elementwise("elementwise_mul", a, b);
}
Variable operator/(const Variable& a, const Variable& b) {
  return Elementwise("elementwise_div", a, b);
}
Variable operator-(const Variable& a) { return a * Number(-1); }

Variable operator+(const Variable& a, Number b) {
  // One operator instead of a constant and a sum.
  if (IsFloating(a.dtype())) return scale(a, 1, b.value());
  return a + ConstantBeside(a, b);
}
Variable operator+(Number a, const Variable& b) { return b + a; }
Variable operator-(const Variable& a, Number b) {
  if (IsFloating(a.dtype())) return scale(a, 1, -b.value());
  return a - ConstantBeside(a, b);
}
Variable operator-(Number a, const Variable& b) {
  if (IsFloating(b.dtype())) return scale(b, -1, a.value());
  return ConstantBeside(b, a) - b;
}
Variable operator*(const Variable& a, Number b) {
  if (IsFloating(a.dtype())) return scale(a, b.value());
  return a * ConstantBeside(a, b);
}
Variable operator*(Number a, const Variable& b) { return b * a; }
Variable operator/(const Variable& a, Number b) {
  return a / ConstantBeside(a, b);
}
Variable operator/(Number a, const Variable& b) {
  return ConstantBeside(b, a) / b;
}

Variable operator%(const Variable& a, const Variable& b) {
  return Elementwise("elementwise_mod", a, b);
}
Variable operator%(const Variable& a, Number b) {
  return a % ConstantBeside(a, b);
}
Variable operator%(Number a, const Variable& b) {
  return ConstantBeside(b, a) % b;
}

Variable floor_divide(const Variable& a, const Variable& b) {
  return Elementwise("elementwise_floordiv", a, b);
}
Variable floor_divide(const Variable& a, Number b) {
  return floor_divide(a, ConstantBeside(a, b));
}
Variable floor_divide(Number a, const Variable& b) {
  return floor_divide(ConstantBeside(b, a), b);
}

Variable pow(const Variable& a, const Variable& b) {
  return Elementwise("elementwise_pow", a, b);
}
Variable pow(const Variable& a, Number b) {
  if (!IsFloating(a.dtype())) return pow(a, ConstantBeside(a, b));
  // Much faster than a general power.
  if (b.value() == 2) return Op("square", {{"X", a}});
  return Op("pow", {{"X", a}}, {{"factor", b.value()}});
}
Variable pow(Number a, const Variable& b) {
  return pow(ConstantBeside(b, a), b);
}

Variable abs(const Variable& a) { return Op("abs", {{"X", a}}); }

}  // namespace paddle::layer
