// A SizeAlgebra for tests, which keeps its symbols in a list.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/types/symbolic_size.h"

namespace paddle::framework {

class RecordingSizes final : public SizeAlgebra {
 protected:
  int64_t Intern(const std::string& expression) override {
    for (size_t i = 0; i < expressions_.size(); ++i) {
      if (expressions_[i] == expression) return SymbolAt(i);
    }
    expressions_.push_back(expression);
    return SymbolAt(expressions_.size() - 1);
  }
  std::string Expression(int64_t symbol) const override {
    return expressions_.at(static_cast<size_t>(-1 - symbol));
  }
  int64_t NewSymbol() override {
    const int64_t symbol = SymbolAt(expressions_.size());
    expressions_.push_back(SymbolName(symbol));
    return symbol;
  }

 private:
  static int64_t SymbolAt(size_t i) { return -1 - static_cast<int64_t>(i); }

  std::vector<std::string> expressions_ = {"N"};  // of -1, -2, ...
};

}  // namespace paddle::framework
