// The canonical form of an expression over symbolic sizes. Used by
// symbolic_size.cc only.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace paddle::framework {

// A polynomial with integer coefficients over atoms; an atom is the name of a
// symbol or the text of a quotient that could not be simplified. Operations
// throw InvalidArgument when a coefficient overflows.
class SizeExpression {
 public:
  SizeExpression() = default;
  explicit SizeExpression(int64_t number);
  static SizeExpression Symbol(absl::string_view name);
  // Reads what ToString wrote (and any formula of names, numbers, + - * / and
  // parentheses). Internal error for other text.
  static SizeExpression Parse(absl::string_view text);

  // The value, when no atom is left.
  std::optional<int64_t> AsNumber() const;
  // "N*28+2": terms in a fixed order, the number last.
  std::string ToString() const;

  friend SizeExpression operator+(SizeExpression a, const SizeExpression& b);
  friend SizeExpression operator-(SizeExpression a, const SizeExpression& b);
  friend SizeExpression operator*(const SizeExpression& a,
                                  const SizeExpression& b);
  // Rounded down; `b` stands for a positive size.
  friend SizeExpression operator/(const SizeExpression& a,
                                  const SizeExpression& b);

 private:
  // The sorted atoms of a product; empty for a number.
  using Product = std::vector<std::string>;

  void AddTerm(const Product& product, int64_t coefficient);
  SizeExpression DividedBy(int64_t divisor) const;
  // The exact quotient by one term, if there is one.
  std::optional<SizeExpression> ExactlyBy(const Product& product,
                                          int64_t coefficient) const;
  static SizeExpression Quotient(const SizeExpression& a,
                                 const SizeExpression& b);

  std::map<Product, int64_t> terms_;  // coefficients are never 0
};

}  // namespace paddle::framework
