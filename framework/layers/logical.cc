#include "paddle/framework/layers/logical.h"

#include <string>

#include "paddle/framework/layers/op.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

namespace {

OpOptions To(const Variable& out) {
  OpOptions options;
  if (out.is_valid()) options.outputs = {{"Out", out}};
  return options;
}

Variable Compare(const std::string& type, const Variable& x, const Variable& y,
                 const Variable& out) {
  // Both sides are converted, as comparing float32 with int64 directly would
  // round.
  const DataType dtype = PromoteTypes(x.dtype(), y.dtype());
  return Op(type, {{"X", CastTo(x, dtype)}, {"Y", CastTo(y, dtype)}}, {},
            To(out));
}

Variable Compare(const std::string& type, const Operand& x, const Operand& y,
                 const Variable& out) {
  PADDLE_ENFORCE(x.is_variable() || y.is_variable(), InvalidArgument, type,
                 " of two numbers: one side is a variable");
  // A number takes the type of the variable, so it is written next to it.
  if (!x.is_variable()) {
    return Compare(type, ConstantBeside(y.variable(), x.number()), y.variable(),
                   out);
  }
  if (!y.is_variable()) {
    return Compare(type, x.variable(), ConstantBeside(x.variable(), y.number()),
                   out);
  }
  return Compare(type, x.variable(), y.variable(), out);
}

Variable Logic(const std::string& type, const Variable& x, const Variable& y,
               const Variable& out) {
  return Op(type, {{"X", x}, {"Y", y}}, {}, To(out));
}

}  // namespace

Variable less_than(const Operand& x, const Operand& y, const Variable& out) {
  return Compare("less_than", x, y, out);
}
Variable less_equal(const Operand& x, const Operand& y, const Variable& out) {
  return Compare("less_equal", x, y, out);
}
Variable greater_than(const Operand& x, const Operand& y, const Variable& out) {
  return Compare("greater_than", x, y, out);
}
Variable greater_equal(const Operand& x, const Operand& y,
                       const Variable& out) {
  return Compare("greater_equal", x, y, out);
}
Variable equal(const Operand& x, const Operand& y, const Variable& out) {
  return Compare("equal", x, y, out);
}
Variable not_equal(const Operand& x, const Operand& y, const Variable& out) {
  return Compare("not_equal", x, y, out);
}

Variable operator<(const Operand& x, const Operand& y) {
  return less_than(x, y);
}
Variable operator<=(const Operand& x, const Operand& y) {
  return less_equal(x, y);
}
Variable operator>(const Operand& x, const Operand& y) {
  return greater_than(x, y);
}
Variable operator>=(const Operand& x, const Operand& y) {
  return greater_equal(x, y);
}

Variable logical_and(const Variable& x, const Variable& y,
                     const Variable& out) {
  return Logic("logical_and", x, y, out);
}
Variable logical_or(const Variable& x, const Variable& y, const Variable& out) {
  return Logic("logical_or", x, y, out);
}
Variable logical_xor(const Variable& x, const Variable& y,
                     const Variable& out) {
  return Logic("logical_xor", x, y, out);
}
Variable logical_not(const Variable& x, const Variable& out) {
  return Op("logical_not", {{"X", x}}, {}, To(out));
}

Variable operator&(const Variable& x, const Variable& y) {
  return logical_and(x, y);
}
Variable operator|(const Variable& x, const Variable& y) {
  return logical_or(x, y);
}
Variable operator^(const Variable& x, const Variable& y) {
  return logical_xor(x, y);
}
Variable operator!(const Variable& x) { return logical_not(x); }

Variable is_empty(const Variable& x, const Variable& out) {
  return Op("is_empty", {{"X", x}}, {}, To(out));
}
Variable increment(const Variable& x, Number step, const Variable& out) {
  return Op("increment", {{"X", x}}, {{"step", AttributeOf(step)}}, To(out));
}

}  // namespace paddle::layer
