// Arithmetic on sizes that may be symbols.
//
// A size >= 0 is a number. A size < 0 is a symbol of a program, defined by the
// text of the expression it stands for ("N", "N*28+2", "(N+1)/2"): the same
// expression always gives the same symbol, so equal symbols are equal sizes.
#pragma once

#include <cstdint>
#include <string>

namespace paddle::framework {

class SizeExpression;

// The symbol of the batch, which every program has.
constexpr int64_t kBatchSize = -1;

// "N" for the batch, "s2", "s3", ... for -2, -3, ...: how a symbol is written
// in expressions and messages. Internal error unless `symbol` is negative.
std::string SymbolName(int64_t symbol);

// Shape functions compute with sizes through this interface, the same code
// when a program is built (symbols) and when it runs (numbers only).
//
// Expressions are kept in one canonical form, a sum of products of symbols and
// of quotients rounded down, so that N*28 and 28*N, or N+N and 2*N, are one
// symbol, and (N*4)/4 is N. Only what can be proved is equal.
class SizeAlgebra {
 public:
  virtual ~SizeAlgebra() = default;

  // Products and sums of numbers are overflow-checked (InvalidArgument).
  int64_t Add(int64_t a, int64_t b);
  // InvalidArgument, naming both, if the result is a negative number.
  int64_t Sub(int64_t a, int64_t b);
  int64_t Mul(int64_t a, int64_t b);
  // Rounds down; InvalidArgument if b is 0. A symbol b is taken to be positive.
  int64_t Div(int64_t a, int64_t b);
  // A size known to nobody yet: a fresh symbol.
  int64_t Fresh() { return NewSymbol(); }
  // The number, or what the symbol stands for, for messages.
  std::string Text(int64_t size) const;

 protected:
  // The symbol of an expression, made on first use. Never asked for a plain
  // SymbolName or number.
  virtual int64_t Intern(const std::string& expression) = 0;
  // The expression of a symbol: what Intern was given, or the SymbolName of a
  // symbol that NewSymbol made (and of kBatchSize).
  virtual std::string Expression(int64_t symbol) const = 0;
  virtual int64_t NewSymbol() = 0;

 private:
  SizeExpression Read(int64_t size) const;
  int64_t Write(const SizeExpression& value);
};

// The algebra of running programs: any symbol is an Internal error.
SizeAlgebra& NumericSizes();

}  // namespace paddle::framework
