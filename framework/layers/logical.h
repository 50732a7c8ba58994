// Layers that compare variables elementwise and combine the results, by NumPy's
// rules: shapes broadcast, data types are promoted, and results are bool.
//
//   Variable more = less_than(i, 10);
//   Variable both = (x < y) & (y <= 3.5);
//
// Functions with a parameter `out` write to that variable if it is valid, and
// otherwise to a new one, which they return. They append an operator to the
// program of their arguments; its errors, such as shapes that do not broadcast,
// name both shapes and the line of user code.
#pragma once

#include <cstdint>
#include <utility>

#include "paddle/framework/layers/number.h"
#include "paddle/framework/layers/promotion.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// One side of a comparison: a variable or a number. The constructors are
// implicit, so that less_than(i, 10) compiles. A number takes the data type of
// the other side if it can; with 3.5 and an integer variable, both become
// float64.
class Operand {
 public:
  Operand(Variable variable) : variable_(std::move(variable)) {}  // NOLINT
  Operand(Number number) : number_(number) {}                     // NOLINT
  Operand(int number) : number_(number) {}                        // NOLINT
  Operand(int64_t number) : number_(number) {}                    // NOLINT
  Operand(float number) : number_(number) {}                      // NOLINT
  Operand(double number) : number_(number) {}                     // NOLINT

  bool is_variable() const { return variable_.is_valid(); }
  const Variable& variable() const { return variable_; }
  Number number() const { return number_; }

 private:
  Variable variable_;
  Number number_ = 0;
};

// Compare x and y elementwise. Operands of different data types are first
// converted to the type that NumPy promotes both to. Throw InvalidArgument if
// both are numbers, or if a number is not representable in that type.
Variable less_than(const Operand& x, const Operand& y,
                   const Variable& out = {});
Variable less_equal(const Operand& x, const Operand& y,
                    const Variable& out = {});
Variable greater_than(const Operand& x, const Operand& y,
                      const Variable& out = {});
Variable greater_equal(const Operand& x, const Operand& y,
                       const Variable& out = {});
Variable equal(const Operand& x, const Operand& y, const Variable& out = {});
Variable not_equal(const Operand& x, const Operand& y,
                   const Variable& out = {});

// Short forms of the comparisons above. Only equal and not_equal have none: ==
// and != tell whether two handles refer to the same variable.
Variable operator<(const Operand& x, const Operand& y);
Variable operator<=(const Operand& x, const Operand& y);
Variable operator>(const Operand& x, const Operand& y);
Variable operator>=(const Operand& x, const Operand& y);

// Combine variables of data type bool elementwise.
Variable logical_and(const Variable& x, const Variable& y,
                     const Variable& out = {});
Variable logical_or(const Variable& x, const Variable& y,
                    const Variable& out = {});
Variable logical_xor(const Variable& x, const Variable& y,
                     const Variable& out = {});
Variable logical_not(const Variable& x, const Variable& out = {});

Variable operator&(const Variable& x, const Variable& y);
Variable operator|(const Variable& x, const Variable& y);
Variable operator^(const Variable& x, const Variable& y);
Variable operator!(const Variable& x);

// Returns a scalar that is true if x has no elements.
Variable is_empty(const Variable& x, const Variable& out = {});
// Computes x + step in the data type of x. The step must be a whole number if
// that is an integer type. A loop counter passes itself as `out`.
Variable increment(const Variable& x, Number step = 1,
                   const Variable& out = {});

}  // namespace paddle::layer
