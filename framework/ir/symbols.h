// The symbols of a program: sizes that are not known while it is written.
#pragma once

#include <cstdint>
#include <string>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/types/symbolic_size.h"

namespace paddle::framework {

// Size arithmetic over the texts in ProgramDesc.symbols: symbol -1 - k stands
// for text k. Text 0 is the batch. Equal texts are one symbol.
class SymbolSizes : public SizeAlgebra {
 public:
  using Texts = google::protobuf::RepeatedPtrField<std::string>;

  // `texts` must outlive this object; gets the batch if it is empty.
  explicit SymbolSizes(Texts* texts);

  int count() const { return texts_->size(); }
  // Forgets the symbols from number `count` on.
  void Truncate(int count);

 protected:
  int64_t Intern(const std::string& expression) override;
  // Internal error for a symbol the program does not have.
  std::string Expression(int64_t symbol) const override;
  int64_t NewSymbol() override;

 private:
  Texts* texts_;
  absl::flat_hash_map<std::string, int64_t> symbols_;
};

// "[N, 28] float32": the dims and data type of a variable, symbols written as
// what they stand for; "" while it has no data type. Anything a damaged file
// may hold can be shown: a symbol that does not exist prints as a number.
std::string ShapeText(const proto::VarDesc& var, const SizeAlgebra& sizes);

}  // namespace paddle::framework
