#include "paddle/framework/types/symbolic_size.h"

#include <optional>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include "paddle/framework/types/size_expression.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

class NumericAlgebra final : public SizeAlgebra {
 protected:
  int64_t Intern(const std::string& expression) override {
    PADDLE_THROW(Internal, "symbolic size ", expression,
                 " in a running program");
  }
  std::string Expression(int64_t symbol) const override {
    PADDLE_THROW(Internal, "symbolic size ", SymbolName(symbol),
                 " in a running program");
  }
  int64_t NewSymbol() override {
    PADDLE_THROW(Internal, "a fresh symbolic size in a running program");
  }
};

// Returns the symbol whose SymbolName is `text`; 0 if there is none.
int64_t SymbolOfName(absl::string_view text) {
  if (text == "N") return kBatchSize;
  int64_t number;
  const bool named = absl::ConsumePrefix(&text, "s") &&
                     absl::SimpleAtoi(text, &number) && number >= 2;
  return named ? -number : 0;
}

}  // namespace

std::string SymbolName(int64_t symbol) {
  PADDLE_ENFORCE(symbol < 0, Internal, "the size ", symbol, " is no symbol");
  if (symbol == kBatchSize) return "N";
  return absl::StrCat("s", absl::string_view(absl::StrCat(symbol)).substr(1));
}

SizeExpression SizeAlgebra::Read(int64_t size) const {
  return size >= 0 ? SizeExpression(size)
                   : SizeExpression::Parse(Expression(size));
}

int64_t SizeAlgebra::Write(const SizeExpression& value) {
  if (const std::optional<int64_t> number = value.AsNumber()) return *number;
  const std::string text = value.ToString();
  const int64_t symbol = SymbolOfName(text);
  return symbol != 0 ? symbol : Intern(text);
}

// In a running program both are numbers, which take this short cut.
int64_t SizeAlgebra::Add(int64_t a, int64_t b) {
  int64_t sum;
  if (a >= 0 && b >= 0 && !__builtin_add_overflow(a, b, &sum)) return sum;
  return Write(Read(a) + Read(b));
}

int64_t SizeAlgebra::Sub(int64_t a, int64_t b) {
  if (b >= 0 && a >= b) return a - b;
  const SizeExpression difference = Read(a) - Read(b);
  PADDLE_ENFORCE(difference.AsNumber().value_or(0) >= 0, InvalidArgument,
                 "the size ", Text(a), " - ", Text(b), " is negative");
  return Write(difference);
}

int64_t SizeAlgebra::Mul(int64_t a, int64_t b) {
  int64_t product;
  if (a >= 0 && b >= 0 && !__builtin_mul_overflow(a, b, &product)) {
    return product;
  }
  return Write(Read(a) * Read(b));
}

int64_t SizeAlgebra::Div(int64_t a, int64_t b) {
  if (a >= 0 && b > 0) return a / b;
  return Write(Read(a) / Read(b));
}

std::string SizeAlgebra::Text(int64_t size) const {
  return size >= 0 ? absl::StrCat(size) : Expression(size);
}

SizeAlgebra& NumericSizes() {
  static NumericAlgebra algebra;
  return algebra;
}

}  // namespace paddle::framework
