// Stores the symbolic sizes of a program, which are unknown until it runs.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/types/symbolic_size.h"

namespace paddle::framework {

// A SizeAlgebra whose symbols are the texts in ProgramDesc.symbols: symbol -1 -
// k stands for the expression in text k, and text 0 is the batch size. Equal
// expressions are the same symbol. Not thread safe.
class SymbolSizes : public SizeAlgebra {
 public:
  using Texts = google::protobuf::RepeatedPtrField<std::string>;

  // Keeps `texts`, which must outlive this object, and appends new symbols to
  // it. Adds the batch size if it is empty.
  explicit SymbolSizes(Texts* texts);

  int count() const { return texts_->size(); }
  // Removes the symbols after the first `count`.
  void Truncate(int count);

 protected:
  int64_t Intern(const std::string& expression) override;
  // Throws Internal if the program does not have the symbol.
  std::string Expression(int64_t symbol) const override;
  int64_t NewSymbol() override;

 private:
  Texts* texts_;
  std::map<std::string, int64_t> symbols_;
};

// Returns the dims and data type of a variable, such as "[N, 28] float32", with
// the expressions of symbols; "" while it has no data type. Safe for anything a
// damaged file may hold: a symbol that does not exist prints as a number.
std::string ShapeText(const proto::VarDesc& var, const SizeAlgebra& sizes);

}  // namespace paddle::framework
