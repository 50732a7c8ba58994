// The canonical form of an expression of symbolic sizes. An implementation
// detail of symbolic_size.cc.
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
// throw InvalidArgument if a coefficient overflows.
class SizeExpression {
 public:
  SizeExpression() = default;
  explicit SizeExpression(int64_t number);
  static SizeExpression Symbol(absl::string_view name);
  // Parses the output of ToString, or any formula of names, numbers, + - * /
  // and parentheses. An internal error for other text.
  static SizeExpression Parse(absl::string_view text);

  // Returns the value if no atom is left.
  std::optional<int64_t> AsNumber() const;
  // Returns, for example, "N*28+2": terms in a fixed order, the number last.
  std::string ToString() const;

  friend SizeExpression operator+(SizeExpression a, const SizeExpression& b);
  friend SizeExpression operator-(SizeExpression a, const SizeExpression& b);
  friend SizeExpression operator*(const SizeExpression& a,
                                  const SizeExpression& b);
  // Rounds down; `b` must be positive if it is a size.
  friend SizeExpression operator/(const SizeExpression& a,
                                  const SizeExpression& b);

 private:
  // The sorted atoms of a product; empty for a constant.
  using Product = std::vector<std::string>;

  void AddTerm(const Product& product, int64_t coefficient);
  SizeExpression DividedBy(int64_t divisor) const;
  // Returns the quotient by one term, if the division is exact.
  std::optional<SizeExpression> ExactlyBy(const Product& product,
                                          int64_t coefficient) const;
  static SizeExpression Quotient(const SizeExpression& a,
                                 const SizeExpression& b);

  std::map<Product, int64_t> terms_;  // coefficients are never 0
};

}  // namespace paddle::framework
