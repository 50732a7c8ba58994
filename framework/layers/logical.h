// Comparisons and logic on variables by NumPy's rules: shapes broadcast, data
// types are promoted, and the results are bool.
//
//   Variable more = less_than(i, 10);
//   Variable both = (x < y) & (y <= 3.5);
//
// Functions with a parameter `out` write to that variable if it is valid, and
// otherwise to a new one.
#pragma once

#include <cstdint>
#include <utility>

#include "paddle/framework/layers/number.h"
#include "paddle/framework/layers/promotion.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// One side of a comparison: a variable or a number.
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

// Throw InvalidArgument unless at least one side is a variable.
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

// There is no operator== that compares elements: == and != tell whether two
// handles refer to the same variable.
Variable operator<(const Operand& x, const Operand& y);
Variable operator<=(const Operand& x, const Operand& y);
Variable operator>(const Operand& x, const Operand& y);
Variable operator>=(const Operand& x, const Operand& y);

// Require variables of bool.
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
// Computes x + step; the step must be whole if x has an integer type.
Variable increment(const Variable& x, Number step = 1,
                   const Variable& out = {});

}  // namespace paddle::layer
