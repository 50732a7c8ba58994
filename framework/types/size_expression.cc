#include "paddle/framework/types/size_expression.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

int64_t CheckedAdd(int64_t a, int64_t b) {
  int64_t sum;
  // Sizes come from users' shapes, so overflow is an error and not a defect.
  PADDLE_ENFORCE(!__builtin_add_overflow(a, b, &sum), InvalidArgument,
                 "the size ", a, " + ", b, " overflows");
  return sum;
}

int64_t CheckedMul(int64_t a, int64_t b) {
  int64_t product;
  PADDLE_ENFORCE(!__builtin_mul_overflow(a, b, &product), InvalidArgument,
                 "the size ", a, " * ", b, " overflows");
  return product;
}

// Unlike C++'s division, rounds towards minus infinity; `b` is positive.
int64_t FloorDiv(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

// A recursive-descent parser with one method per level of precedence.
class Parser {
 public:
  explicit Parser(absl::string_view text) : text_(text), rest_(text) {}

  SizeExpression All() {
    SizeExpression value = Sum();
    PADDLE_ENFORCE(rest_.empty(), Internal, "the size expression \"", text_,
                   "\" goes wrong at \"", rest_, "\"");
    return value;
  }

 private:
  bool Skip(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  SizeExpression Sum() {
    SizeExpression value;
    value = Skip('-') ? value - Term() : Term();
    while (true) {
      if (Skip('+')) {
        value = value + Term();
      } else if (Skip('-')) {
        value = value - Term();
      } else {
        return value;
      }
    }
  }

  SizeExpression Term() {
    SizeExpression value = Primary();
    while (true) {
      if (Skip('*')) {
        value = value * Primary();
      } else if (Skip('/')) {
        value = value / Primary();
      } else {
        return value;
      }
    }
  }

  SizeExpression Primary() {
    if (Skip('(')) {
      SizeExpression value = Sum();
      PADDLE_ENFORCE(Skip(')'), Internal, "the size expression \"", text_,
                     "\" lacks a parenthesis");
      return value;
    }
    const absl::string_view word = Word();
    int64_t number;
    if (absl::SimpleAtoi(word, &number)) return SizeExpression(number);
    PADDLE_ENFORCE(!word.empty(), Internal, "the size expression \"", text_,
                   "\" goes wrong at \"", rest_, "\"");
    return SizeExpression::Symbol(word);
  }

  absl::string_view Word() {
    size_t length = 0;
    while (length < rest_.size() && absl::ascii_isalnum(rest_[length])) {
      ++length;
    }
    const absl::string_view word = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return word;
  }

  const absl::string_view text_;
  absl::string_view rest_;
};

// The text of a quotient is an atom like a name; the slash tells them apart.
bool IsQuotient(absl::string_view atom) { return absl::StrContains(atom, '/'); }

// Returns, for example, "N*28"; the caller writes the sign.
std::string TermText(const std::vector<std::string>& atoms,
                     uint64_t magnitude) {
  if (atoms.empty()) return absl::StrCat(magnitude);
  const bool alone = atoms.size() == 1 && magnitude == 1;
  std::string text;
  for (const std::string& atom : atoms) {
    const bool wrap = IsQuotient(atom) && !alone;
    absl::StrAppend(&text, text.empty() ? "" : "*", wrap ? "(" : "", atom,
                    wrap ? ")" : "");
  }
  if (magnitude != 1) absl::StrAppend(&text, "*", magnitude);
  return text;
}

std::string Operand(const SizeExpression& value) {
  const std::string text = value.ToString();
  // Only names and numbers go without parentheses.
  const bool plain = std::all_of(text.begin(), text.end(), absl::ascii_isalnum);
  return plain ? text : absl::StrCat("(", text, ")");
}

}  // namespace

SizeExpression::SizeExpression(int64_t number) { AddTerm({}, number); }

SizeExpression SizeExpression::Symbol(absl::string_view name) {
  SizeExpression value;
  value.AddTerm({std::string(name)}, 1);
  return value;
}

SizeExpression SizeExpression::Parse(absl::string_view text) {
  return Parser(text).All();
}

std::optional<int64_t> SizeExpression::AsNumber() const {
  // Zero terms are never stored, so no term at all means 0.
  if (terms_.empty()) return 0;
  if (terms_.size() == 1 && terms_.begin()->first.empty()) {
    return terms_.begin()->second;
  }
  return std::nullopt;
}

std::string SizeExpression::ToString() const {
  if (terms_.empty()) return "0";
  std::string text;
  const auto append = [&text](const Product& product, int64_t coefficient) {
    const char* sign = coefficient < 0 ? "-" : text.empty() ? "" : "+";
    const uint64_t bits = static_cast<uint64_t>(coefficient);
    absl::StrAppend(&text, sign,
                    TermText(product, coefficient < 0 ? 0 - bits : bits));
  };
  for (const auto& [product, coefficient] : terms_) {
    if (!product.empty()) append(product, coefficient);
  }
  const auto number = terms_.find({});
  if (number != terms_.end()) append({}, number->second);
  return text;
}

void SizeExpression::AddTerm(const Product& product, int64_t coefficient) {
  const int64_t sum = CheckedAdd(terms_[product], coefficient);
  if (sum == 0) {
    terms_.erase(product);
  } else {
    terms_[product] = sum;
  }
}

SizeExpression operator+(SizeExpression a, const SizeExpression& b) {
  for (const auto& [product, coefficient] : b.terms_) {
    a.AddTerm(product, coefficient);
  }
  return a;
}

SizeExpression operator-(SizeExpression a, const SizeExpression& b) {
  for (const auto& [product, coefficient] : b.terms_) {
    a.AddTerm(product, CheckedMul(coefficient, -1));
  }
  return a;
}

SizeExpression operator*(const SizeExpression& a, const SizeExpression& b) {
  SizeExpression result;
  for (const auto& [left, left_coefficient] : a.terms_) {
    for (const auto& [right, right_coefficient] : b.terms_) {
      SizeExpression::Product product;
      std::merge(left.begin(), left.end(), right.begin(), right.end(),
                 std::back_inserter(product));
      result.AddTerm(product, CheckedMul(left_coefficient, right_coefficient));
    }
  }
  return result;
}

SizeExpression operator/(const SizeExpression& a, const SizeExpression& b) {
  if (const std::optional<int64_t> number = b.AsNumber()) {
    PADDLE_ENFORCE(*number > 0, InvalidArgument, "the size ", a.ToString(),
                   " is divided by ", *number);
    return a.DividedBy(*number);
  }
  if (a.terms_ == b.terms_) return SizeExpression(1);
  if (b.terms_.size() == 1) {
    const auto& [product, coefficient] = *b.terms_.begin();
    if (const auto exact = a.ExactlyBy(product, coefficient)) return *exact;
  }
  return SizeExpression::Quotient(a, b);
}

// floor((d*q + r) / d) is q + floor(r / d): the divisible part is taken out,
// and r keeps coefficients in [0, d). A common factor g of d and of r without
// its constant k is cancelled, which leaves floor(k / g) of k.
SizeExpression SizeExpression::DividedBy(int64_t divisor) const {
  SizeExpression whole, rest;
  int64_t factor = divisor;
  int64_t number = 0;
  for (const auto& [product, coefficient] : terms_) {
    const int64_t quotient = FloorDiv(coefficient, divisor);
    const int64_t remainder = coefficient - quotient * divisor;
    whole.AddTerm(product, quotient);
    if (product.empty()) {
      number = remainder;
    } else if (remainder != 0) {
      factor = std::gcd(factor, remainder);
      rest.AddTerm(product, remainder);
    }
  }
  if (rest.terms_.empty()) return whole;
  SizeExpression reduced(number / factor);
  for (const auto& [product, coefficient] : rest.terms_) {
    reduced.AddTerm(product, coefficient / factor);
  }
  return whole + Quotient(reduced, SizeExpression(divisor / factor));
}

std::optional<SizeExpression> SizeExpression::ExactlyBy(
    const Product& product, int64_t coefficient) const {
  if (coefficient <= 0) return std::nullopt;
  SizeExpression result;
  for (const auto& [from, times] : terms_) {
    if (times % coefficient != 0 ||
        !std::includes(from.begin(), from.end(), product.begin(),
                       product.end())) {
      return std::nullopt;
    }
    Product left;
    std::set_difference(from.begin(), from.end(), product.begin(),
                        product.end(), std::back_inserter(left));
    result.AddTerm(left, times / coefficient);
  }
  return result;
}

SizeExpression SizeExpression::Quotient(const SizeExpression& a,
                                        const SizeExpression& b) {
  if (b.AsNumber() == 1) return a;
  return Symbol(absl::StrCat(Operand(a), "/", Operand(b)));
}

}  // namespace paddle::framework
