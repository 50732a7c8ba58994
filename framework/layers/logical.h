// Comparisons and logic on variables, with NumPy's rules: shapes broadcast, and
// data types are promoted. The answers are of bool.
//
//   Variable more = less_than(i, 10);
//   Variable both = (x < y) & (y <= 3.5);
//
// Where a function takes `out`, it writes to that variable if it is valid, and
// otherwise to a new one.
#pragma once

#include <cstdint>
#include <utility>

#include "paddle/framework/layers/number.h"
#include "paddle/framework/layers/promotion.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// A side of a comparison: a variable or a number.
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

// At least one side is a variable, else InvalidArgument.
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

// == and != ask whether two handles mean the same variable.
Variable operator<(const Operand& x, const Operand& y);
Variable operator<=(const Operand& x, const Operand& y);
Variable operator>(const Operand& x, const Operand& y);
Variable operator>=(const Operand& x, const Operand& y);

// Of bool only.
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

// A scalar: whether x has no element.
Variable is_empty(const Variable& x, const Variable& out = {});
// x + step; a whole step if x is of integers.
Variable increment(const Variable& x, Number step = 1,
                   const Variable& out = {});

}  // namespace paddle::layer
