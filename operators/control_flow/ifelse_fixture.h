// The fixture of the tests of ifelse.
#pragma once

#include <vector>

#include "paddle/operators/control_flow/branch_fixture.h"

namespace paddle::operators {

// Mixed masks, all true, and all false.
inline const std::vector<std::vector<bool>> kMasks = {
    {0, 1, 1, 0, 1}, {1, 0, 0, 0, 0}, {1, 1, 1, 1, 1}, {0, 0, 0, 0, 0}};

class IfElseTest : public BranchFixture {
 protected:
  // Returns `one` where the mask holds, `other` elsewhere.
  static Variable Mix(const Variable& mask, const Variable& one,
                      const Variable& other) {
    using layer::operator*;
    using layer::operator+;
    using layer::operator-;
    const Variable m = layer::cast(mask, DataType::kFloat64);
    return m * one + (1.0 - m) * other;
  }

  // Returns the outputs of an ifelse on what both functions compute.
  template <typename True, typename False>
  static std::vector<Variable> Branch(const Variable& mask, True on_true,
                                      False on_false) {
    layer::IfElse ie;
    ie.BeginTrueBlock();
    ie.Output(on_true());
    ie.EndBlock();
    ie.BeginFalseBlock();
    ie.Output(on_false());
    ie.EndBlock();
    return ie(mask);
  }
};

}  // namespace paddle::operators
