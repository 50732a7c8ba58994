#include "paddle/framework/ir/symbols.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

SymbolSizes::SymbolSizes(Texts* texts) : texts_(texts) {
  if (texts_->empty()) *texts_->Add() = SymbolName(kBatchSize);
  for (int k = 0; k < texts_->size(); ++k) {
    // Symbols count down from -1, which is the batch.
    symbols_.emplace(texts_->Get(k), -1 - k);
  }
}

void SymbolSizes::Truncate(int count) {
  for (; texts_->size() > count; texts_->RemoveLast()) {
    symbols_.erase(texts_->Get(texts_->size() - 1));
  }
}

int64_t SymbolSizes::Intern(const std::string& expression) {
  auto [entry, inserted] = symbols_.emplace(expression, -1 - count());
  if (inserted) *texts_->Add() = expression;
  return entry->second;
}

std::string SymbolSizes::Expression(int64_t symbol) const {
  PADDLE_ENFORCE(symbol < 0 && symbol >= -count(), Internal,
                 "the program has no symbol ", symbol);
  return texts_->Get(static_cast<int>(-1 - symbol));
}

// The new symbol's own name is its expression: it equals nothing but itself.
int64_t SymbolSizes::NewSymbol() { return Intern(SymbolName(-1 - count())); }

std::string ShapeText(const proto::VarDesc& var, const SizeAlgebra& sizes) {
  if (var.dtype() == proto::UNKNOWN) return "";
  const auto print = [&](std::string* out, int64_t size) {
    try {
      absl::StrAppend(out, sizes.Text(size));
      // A damaged program must print, so that its error can be shown.
    } catch (const platform::Error&) {
      absl::StrAppend(out, size);
    }
  };
  const std::string dtype = proto::DataType_IsValid(var.dtype())
                                ? DataTypeName(DataTypeFromNumber(var.dtype()))
                                : absl::StrCat("data type ", var.dtype());
  return absl::StrCat("[", absl::StrJoin(var.dims(), ", ", print), "] ", dtype);
}

}  // namespace paddle::framework
