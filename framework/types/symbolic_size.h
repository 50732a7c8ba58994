// Arithmetic on sizes that may be symbols.
//
// A size >= 0 is a number. A size < 0 is a symbol of a program, defined by the
// text of an expression ("N", "N*28+2", "(N+1)/2"): equal expressions always
// give the same symbol, so equal symbols are equal sizes.
#pragma once

#include <cstdint>
#include <string>

namespace paddle::framework {

class SizeExpression;

// The symbol of the batch size, which every program has.
constexpr int64_t kBatchSize = -1;

// Returns the name of a symbol in expressions and messages: "N" for the batch,
// "s2", "s3", ... for -2, -3, ... An internal error unless `symbol` is
// negative.
std::string SymbolName(int64_t symbol);

// The interface through which shape functions compute with sizes: the same code
// runs when a program is built (symbols) and when it runs (numbers only).
//
// Expressions are kept in one canonical form, a sum of products of symbols and
// of quotients rounded down, so that N*28 and 28*N, or N+N and 2*N, are one
// symbol, and (N*4)/4 is N. Only what can be proved is equal.
class SizeAlgebra {
 public:
  virtual ~SizeAlgebra() = default;

  // Throw InvalidArgument if numbers overflow.
  int64_t Add(int64_t a, int64_t b);
  // Throws InvalidArgument, naming both sizes, if the result is a negative
  // number.
  int64_t Sub(int64_t a, int64_t b);
  int64_t Mul(int64_t a, int64_t b);
  // Rounds down; InvalidArgument if b is 0. A symbol b is assumed to be
  // positive.
  int64_t Div(int64_t a, int64_t b);
  // Returns a new symbol, for a size that is not known yet.
  int64_t Fresh() { return NewSymbol(); }
  // Returns the number, or the expression of the symbol, for messages.
  std::string Text(int64_t size) const;

 protected:
  // Returns the symbol of an expression, creating it on first use. Never called
  // for a plain SymbolName or number.
  virtual int64_t Intern(const std::string& expression) = 0;
  // Returns the expression of a symbol: the argument of Intern, or the
  // SymbolName if the symbol comes from NewSymbol or is kBatchSize.
  virtual std::string Expression(int64_t symbol) const = 0;
  virtual int64_t NewSymbol() = 0;

 private:
  SizeExpression Read(int64_t size) const;
  int64_t Write(const SizeExpression& value);
};

// Returns the algebra of running programs, where a symbol is an internal error.
SizeAlgebra& NumericSizes();

}  // namespace paddle::framework
