// What the tests of ifelse have in common.
#pragma once

#include <vector>

#include "paddle/operators/control_flow/branch_fixture.h"

namespace paddle::operators {

// All true, all false, and in between.
inline const std::vector<std::vector<bool>> kMasks = {
    {0, 1, 1, 0, 1}, {1, 0, 0, 0, 0}, {1, 1, 1, 1, 1}, {0, 0, 0, 0, 0}};

class IfElseTest : public BranchFixture {
 protected:
  // Where the mask holds one, elsewhere the other.
  static Variable Mix(const Variable& mask, const Variable& one,
                      const Variable& other) {
    using layer::operator*;
    using layer::operator+;
    using layer::operator-;
    const Variable m = layer::cast(mask, DataType::kFloat64);
    return m * one + (1.0 - m) * other;
  }

  // ie(mask), of what the functions compute.
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
